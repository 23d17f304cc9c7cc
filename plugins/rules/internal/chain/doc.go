// Package chain holds the techniques that follow chains of candidates that are true ("on") or false ("off"):
//
//	r1c2=3 → r1c5≠3 → r1c5=7 → r4c5≠7 → …
//	  on       off      on       off
//
// On puts off the cell's other candidates (a Y link) and the digit's other places (X links); off puts on a
// cell's only other candidate and a digit's only other place.
//
// links.go numbers the candidates and lists the first sort of link, which hold for every candidate. A tracer
// follows single chains and cycles, breadth first (singlechain.go). A runner finds all that follows from a
// node, in dynamic chains with the new links that arise as candidates fall (run.go), and an advancer adds
// simple patterns, or chains nested within (advance.go, nested.go). A forest compares runs (forest.go). A
// hintList (hint.go) keeps the best hint, or all for nesting.
//
// All of them search in Sudoku Explainer's order, which decides between equal hints. That is slow, and most searches
// come to nothing. So closures, sets without order or reasons, first say where a search can find something: a reach
// what single chains and static runs lead to (reach.go), a flood what leads to a contradiction among the places of one
// digit (links.go). From dynamic_plus on a forest makes its runs on several processors (forest.go).
//
// HoDoKu's X-chains and XY-chains run on the same links (singlechain.go); its nice loops are in package loop.
//
// # Names
//
//	q, id      candidate, by its number
//	nd, node   candidate that is on or off: 2·id, plus 1 for on
package chain
