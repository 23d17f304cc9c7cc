// Package run has plugins solve and grade puzzles and stores all that they answer: the main job, with the library as its ledger.
//
//   - [Run] begins a run and [Resume] goes on with one; a running is one under way.
//   - A task is what one plugin does in it: to solve, or to grade, all puzzles that it has not done. Tasks take turns, portion by
//     portion, so that every puzzle is read once.
//   - A buffer holds answers until there are enough for a transaction.
package run
