// Package constraint is what people add to a Sudoku beyond its houses: cages, thermometers, arrows, dots, sandwiches. A
// constraint has a name, perhaps a value, and lists of cells. The table has a row for each name, which says what it
// means, in a sentence for people and in clauses for algorithms (package clause); its rows are in sums.go, lines.go,
// pairs.go, singles.go (with those of the whole grid), sets.go and outside.go. How a constraint is drawn is in package
// sketch.
//
// The text of constraints stands behind the cells of a puzzle:
//
//	constraint = name [ "=" value ] [ ":" list { "-" list } ]
//	           | ( "or" | "and" ) { "~" constraint } "~end"
//	list       = run { run }                        cells, in order
//	run        = "r" indexes "c" indexes            one of the two has one index
//	           | "r" index | "c" index              a row from the left, a column from the top
//	indexes    = index { index }                    up to nine digits: a digit each; beyond: numbers, parted by "."
//
// each behind a "~": ~cage=15:r1c345~thermo:r2c2r3c3.
package constraint
