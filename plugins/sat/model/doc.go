// Package model finds solutions as models of a propositional formula (package cnf) with gophersat, a solver that learns
// clauses from conflicts. It knows nothing of Sudoku, so that it judges what the other solvers say of constraints
// beyond houses, and it takes every kind.
//
// Each model is excluded by one more clause until there is none or no more are wanted: from a thousand models on the
// time grows with the square of their number.
//
// # How a search ends early
//
// gophersat cannot be interrupted. It can write what it learns into a channel, as a certificate, and does so at each
// conflict. The channel is read and forgotten until the budget is over; then it is closed, and the next clause that is
// learned ends the search by a panic, which is caught. A conflict takes a fraction of a millisecond.
//
// # One at a time
//
// All solvers of gophersat in a process share a buffer (solver.bufLits) in which clauses are learned. Workers therefore
// take turns, a model each. On several processors one process of the plugin keeps one of them busy.
package model
