// Package solve has solvers answer puzzles of inputs, one solver or several that race, without a library: their solutions, how many
// there are, and which candidates are in one.
package solve
