// Package store keeps puzzles, solutions, grades and timings in one SQLite file, with where each came from.
// Nothing else speaks SQL; store/sqlite has the drivers.
//
// # Words
//
//   - A puzzle is stored once, whatever number of files hold it; a [Source] is such a file. A puzzle row
//     never changes.
//   - A run is one pass of plugins over a [Selection] of puzzles. A [Task] is what one plugin does in it:
//     solve with a limit, or grade. A chunk is what a task saved in one transaction.
//   - A result is one solver's answer to one puzzle: verdict, time, guesses. An answer is what all solvers
//     together have found: the strongest verdict, whether they contradict each other, the solutions.
//   - A grade is what one grader measured of one puzzle: all its metrics. The newest is current, older
//     versions stay.
//   - Pending is what a plugin, in this version with these settings, has not yet done, whichever run did the
//     rest. A crash is not an answer.
//
// # Data
//
//	source ─< puzzle >─ geometry          algorithm ─< plugin ─< task >─ run
//	           │ │ └──── canonical             │                  │
//	           │ ├────── answer ─< solution    └─< metric       chunk
//	           │ ├────── duplicate                                │
//	           │ ├────── puzzle_constraint                        │
//	           │ └────── puzzle_tag >─ tag                        │
//	           └──< result >──────────────────────────────────────┤
//	           └──< grade  >──────────────────────────────────────┘
//
// A result or grade names its chunk, the chunk its task, the task its run, plugin version and settings:
// provenance costs three bytes a row. The cells of a puzzle and of its solution are packed two a byte, in
// such a way that hex() writes them, so that the views need no function that an SQLite browser does not
// have. A grader's numbers are one row of columns a puzzle, because a row for each metric would take three
// times the room and time; its labels are kept once for all puzzles that share them.
//
// # Safety
//
// All writes go through one connection, each batch in one transaction; a killed process leaves whole batches
// behind. Readers have connections of their own and see the last committed state. Equal work of two processes
// is kept apart by [Task.Claim], and if both do it anyway, each answer is stored once.
package store
