// Package sudoku is the language of sudokuctl: puzzles, answers and the promises of an algorithm. It needs nothing but
// the standard library and every other package of the project speaks it.
//
// # For authors of plugins
//
//   - Implement one of [Solver], [Grader], [Explainer] and [Generator]; a [Generator] gets an [Order]. Optional beside
//     them: [Seeder] (random numbers), [StepLister] (hints, from a [State]) and [Tracer] (curves, each point a
//     [Trace]).
//   - Read a [Puzzle]: its [Geometry] has cells, peers and each [House]; its givens are a [Grid], the digits that it
//     allows in a cell are [Digits], and a [SoftClue] restricts a cell that is not given.
//   - Answer with a [Grid], [Stats] and each [Measure]; with a [Grade]; with a [Step], made of [Candidate] and [Link].
//     Return [ErrGaveUp] or [ErrUnsupported] where that is so.
//   - Describe the algorithm with [Info]: each [Metric], [Setting] and [Aim].
//   - Test it in the same process: [ParsePuzzle], [Solve], which returns a [Result] with a [Verdict], and [Verify].
//
// The rest serves hosts, readers of files and the store.
//
// # Words
//
//   - A [Geometry] has N digits, a number of cells and an ordered list of houses. A [House] is a set of cells that must
//     all differ: a row, column, box, jigsaw region, diagonal, window, disjoint group, a line or block of a Dion cube,
//     or the two cells of an anti-knight pair. A house with N cells holds every digit once; a smaller one only forbids
//     repeats.
//   - Two cells are peers if some house holds both.
//   - A [Grid] is one value for each cell, 0 if the cell is empty. A [Puzzle] is a geometry, the givens and
//     possibly soft clues: a set of allowed digits, or a probability for each digit, in a cell.
//   - [Digits] is a set of digits, bit d-1 for digit d. A candidate is a digit still possible in a cell.
//   - A [Solver] emits solutions; a [Grader] measures; an [Explainer] lists steps; a [Generator] makes puzzles.
//   - A [Verdict] is never claimed by an algorithm. [VerdictOf] derives it from how many solutions were found and
//     whether the search ended.
//
// # Cells
//
// Cells are numbered row by row from 0; in a cube layer by layer. The name of a cell is r1c1 … r9c9, and
// z1r1c1 in a cube.
package sudoku
