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
//     which the technique has found nothing since they last changed.
package logic
