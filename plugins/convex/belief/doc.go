// Package belief estimates and computes the marginals of a puzzle: how probable each digit is in each cell if a grid
// is drawn from all that fit, with the probabilities that soft clues give them.
//
// # Words
//
// A grid weighs w, the product of the prior probabilities of its digits; a cell without a soft clue gives each digit
// the weight 1. With Z = Σ w over all grids that fit, the grid is drawn with probability w/Z. Then
//
//	marginal of (c, d)   Σ w over the grids with digit d in cell c, by Z
//	solution entropy     −Σ (w/Z) log (w/Z), in nats; log of the number of grids if all weigh the same
//	marginal entropy     Σ over cells of the entropies of their marginals; at least the solution entropy
//
// # Three ways
//
//   - Enumerate (exact.go) visits every grid. It is exact, and slow where there are millions.
//   - Propagate (propagate.go) is loopy belief propagation after T. Moon and J. Gunther, Multiple Constraint
//     Satisfaction by Belief Propagation: An Example Using Sudoku, 2006. Cells and houses send each other messages. The
//     message of a house is a sum over all ways to fill it, which dynamic programming over sets of digits makes exact;
//     that the messages of several houses depend on each other is what it neglects.
//   - Balance (sinkhorn.go) is Sinkhorn balancing after T. Moon, J. Gunther and J. Kupin, Sinkhorn Solves Sudoku, 2009:
//     the probabilities of each cell, then of each digit in each house, are scaled to sum to one, again and again. Its
//     limit is the point of the polytope that is nearest to the prior in relative entropy.
//
// The variants belief and sinkhorn of plugin convex solve puzzles with them: as long as the most probable digits are no
// solution, the most certain cell is decided.
package belief
