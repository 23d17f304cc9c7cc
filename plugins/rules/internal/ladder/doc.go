// Package ladder knows all techniques and applies them.
//
// table.go has a row for each: its name, how it is made, its rating on Sudoku Explainer's scale, its family, the
// ladders that it is in, HoDoKu's score and level, and the names of its hints. Everything else follows from that row:
// the setting that chooses techniques (choice.go), the metric count_NAME, and the words that labels are made of.
//
// An [Engine] climbs a ladder: it applies the first hint that a technique gives and starts again from the easiest.
//
//	   ┌─────────────────────────────────────────────────┐
//	   v                                                 │
//	last cell? → hidden single? → … → forcing chains? ─┐ │
//	   │              │                      │         │ │
//	   └──────────────┴───── apply ──────────┴─────────┼─┘
//	                                                   v
//	                                                beyond
//
// # To add a technique
//
// Write it in package pattern, uniqueness or chain: a type with a method Each, and a constructor. Add one row
// to the table, and the same row to docs/algorithms/techniques.csv.
package ladder
