// Package logic solves Sudoku as people do: it looks for a pattern that proves something, says what it
// proves, and looks again. It never guesses, except where the paper behind it does.
//
// # The idea
//
// Maji & Pal (Yet Another Organized Move towards Solving Sudoku Puzzle, 2010, section III) write down what
// may still stand in each empty cell and shorten these lists by four elimination techniques, each followed by
// the cheaper ones again:
//
//	ET-I    one candidate left in a cell                     naked single
//	ET-II   one cell left for a digit ("solitary number")    hidden single
//	ET-III  two cells with the same two candidates (clone)   naked pair
//	ET-IV   three cells with three candidates (triad)        naked triplet
//
// and guess when none helps. [eliminator] is this method, scan by scan; [paperSolver] adds the guesses.
//
// The field went on from there. Nicolas Juillerat's Sudoku Explainer (1.2.1) orders its techniques by how
// hard they are for people and applies the first hint it finds:
//
//	   ┌─────────────────────────────────────────────────┐
//	   v                                                 │
//	last cell? → hidden single? → … → forcing chains? ─┐ │
//	   │              │                      │         │ │
//	   └──────────────┴───── apply ──────────┴─────────┼─┘
//	                                                   v
//	                                                beyond
//
// The rating of the hardest step is the puzzle's ER, that of the first step ED, and the hardest up to the
// first placed digit EP. Since an easier hint can make a harder one superfluous, a rating depends on which of
// several equal hints is applied: wherever it does, this package scans in Sudoku Explainer's order.
// [explainerLadder] is the table.
//
// # Words
//
//   - A candidate is a digit that is still possible in a cell; inside this package digits count from 0.
//   - A slot is a cell's place within a house: slot 0 is the house's first cell.
//   - A [board] holds the candidates of each cell and, turned round, the slots of each digit in each house. Naked sets
//     and wings read the first, hidden sets, locked candidates and fish the second; all of them are sets in one machine
//     word, for every geometry.
//   - A [technique] is one file with a find method. A [hint] is what it found.
//   - An [engine] climbs a ladder of techniques. A board remembers, by a bit for each technique, houses and digits in
//     which the technique has found nothing since they last changed, and keeps a [houseView] of each house.
//   - A digit's plane is its slots in all houses, side by side in a few words ([layout]). Givens are read into [planes],
//     and a rating begins there with a sweep of singles, before the board's candidates are worked out.
//
// # Chains
//
// Above 6.5 arguments are chains of candidates that are true ("on") or false ("off"):
//
//	r1c2=3 → r1c5≠3 → r1c5=7 → r4c5≠7 → …
//	  on       off      on       off
//
// On puts off the cell's other candidates (a Y link) and the digit's other places (X links); off puts on a
// cell's only other candidate and a digit's only other place. [links] numbers the candidates and lists the
// first sort of link, which hold for every candidate; a [tracer] follows single chains and cycles, breadth
// first; a [runner] finds all that follows from a node, in dynamic chains with the new links that arise as
// candidates fall, and an [advancer] adds simple patterns or chains nested within; a [forest] compares runs.
// A [harvest] keeps the best hint, or all for nesting.
//
// # Names
//
//	b, e, f    board, engine, frame        h, i       house, by its place in frame.houses
//	c, cell    cell                        s, slot    seat of a cell in a house; its slot there
//	v, vs      digit, set of digits        m          mask that is being walked through, or a mark
//	k          size of a set or fish       x          crossing of two houses, or a strong link
//	q, id      candidate, by its number    nd, node   candidate that is on or off: 2·id, plus 1 for on
//
// Beside Sudoku Explainer's ladder stands HoDoKu's ([catalogue]), with more techniques, and scores instead
// of ratings.
package logic
