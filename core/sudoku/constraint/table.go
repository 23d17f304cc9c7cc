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

import "maps"

// definition is one row of the table: the meaning of a constraint. Its key is the name.
type definition struct {
	value    valueForm
	lists    listForm
	sentence string // see Constraint.Sentence
	compile  func(m *maker)
	flag     byte // of a geometry's head that says the same; such a row has nothing but a sentence
}

// table has a row for each constraint. Groups have neither a form nor a compiler of their own.
var table = func() map[string]definition {
	all := map[string]definition{"or": {}, "and": {}}
	for _, rows := range []map[string]definition{sums, lines, pairs, singles, sets, wholes, outside, flags} {
		maps.Copy(all, rows)
	}
	return all
}()

// flags are what the head of a geometry says.
var flags = map[string]definition{
	"anti-knight":     {flag: 'n', sentence: "Cells a knight's move apart differ."},
	"anti-king":       {flag: 'k', sentence: "Cells that touch at a corner differ."},
	"diagonals":       {flag: 'x', sentence: "Digits differ along both diagonals."},
	"windows":         {flag: 'w', sentence: "Digits differ in each of the four windows."},
	"disjoint-groups": {flag: 'g', sentence: "Digits at the same place of their boxes differ."},
}
