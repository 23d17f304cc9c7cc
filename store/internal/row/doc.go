// Package row says how puzzles, grids and numbers are written in rows: cells two a byte, grades as whole numbers of a
// fraction, and the key by which a puzzle is found again.
package row
