//go:build !amd64

package sudoku

// solves reports whether a classic grid solves givens.
func solves(grid, givens *[81]uint8) bool { return solvesByWord(grid, givens) }
