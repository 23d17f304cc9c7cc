// Package card makes report cards of solvers, for solvers that may be wrong: a heuristic, a model that was trained. It says
// how often each finds the solution, by band of difficulty and with intervals, whether images of one puzzle get the
// same answer, and how much of the test was in the training.
//
// A puzzle counts as solved if the host has verified the grid. How many cells of a wrong grid are right is not said: the host
// passes on no grid that solves nothing, and a grid that is nearly right is wrong.
package card
