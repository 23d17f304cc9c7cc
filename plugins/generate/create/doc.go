// Package create makes puzzles: it draws a solution grid and takes givens away while the solution stays the only one.
//
// # Grids
//
// On the classic 9×9 every solution grid is equally likely, but for a known and small deviation (uniform.go). In other
// geometries a search fills the cells with digits in random order: every grid can come, some more often than others.
//
// # Carving
//
// The cells are put in random order and each is emptied unless the puzzle would have a second solution. The result is a
// minimal puzzle. A check asks for a solution that differs from the known one in the emptied cell, which is quicker
// than counting solutions.
//
// Carving does not draw minimal puzzles equally often: it favours those with few clues. It makes 24.4 on
// average, where the mean of all minimal puzzles is estimated at 26.58.
//
// With a symmetry the cells go in orbits, sets that are given as a whole or not at all; such a puzzle is
// minimal only for removals of orbits, and where a minimal one is ordered those that are not are thrown away.
//
// # Wang's generator
//
// With the setting method: wang nothing is carved. Each cell is emptied with the probability n that the order's
// difficulty says, independently of the others, and a rule of thumb decides whether the puzzle is accepted
// (carve.go). Two of the papers used such puzzles, of which few have one solution where n is large.
//
// # Orders
//
//   - A number of clues: carving stops there. If it cannot get so low, swaps (see below) lower the number.
//   - A difficulty n: of the givens that carving can take, in its order, the share n is taken. 0 is a full grid,
//     1 a minimal puzzle. These are the papers' chains from easy to hard.
//   - A pattern: digits for the given cells are changed, a few at a time, as long as the number of solutions does
//     not rise, until there is one.
//   - A metric: clues, empty_cells and information_entropy are known here; swaps lead towards the range. se and
//     qqwing_level are bounded: the easy techniques of people (package easy) tell which puzzles cannot be in the range
//     (order.go); swaps lead down from puzzles that are too hard; puzzles that are too easy are dropped. If none is too
//     hard, up to four puzzles are made of a grid until one stays. Everything else is for a host that can ask graders.
//   - Neighbours of a puzzle without constraints: swaps of clues (carve.go), with which a host walks towards any metric.
//   - Several solutions allowed: givens go unchecked.
//
// A swap gives back one to three orbits and carves again, those given back last. It keeps the solution.
//
// # Constraints
//
// Constraints of a solution grid are drawn (sketch.go, drawn.go) until no other solution is left, and then they and the
// givens go in random order as long as that stays so (variant.go): every one of them is needed.
//
//	grid ─ what is ordered ─ while another solution: something that it breaks ─ whatever can go goes
//
// # Seeds
//
// Puzzle k of a seed is made with its own random numbers, PCG(seed, k). It depends on nothing else, so that
// any number of workers makes the same puzzles in the same order.
//
// # Engines
//
// The classic 9×9 is checked by the search that entropybt solves with, plugins/internal/nine. general.go checks every
// geometry with core/search, and gives up after 3,000 guesses, in geometries larger than 9×9 after 60 unless a minimal
// puzzle is ordered. A given whose check was given up stays, so that every puzzle made is proved to have one solution.
package create
