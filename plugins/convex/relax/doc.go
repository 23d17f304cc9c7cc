// Package relax solves puzzles by minimising entropy over a polytope of probabilities, after J. Gunther and
// T. Moon, Entropy Minimization for Solving Sudoku, IEEE Transactions on Signal Processing 60, 2012. It holds
// the paper's method and the baselines that it compares with (Table I, lines A to F) and, as its default, a
// complete search built from the same parts. Equation numbers are the paper's.
//
// # The polytope
//
// x_j is the probability that candidate j = (cell, digit) is true. One row of A for each undecided cell and one for
// each undecided digit of a full house say that exactly one candidate of the cell, or one place in the house, is true:
//
//	P = { x : A x = 1, x ≥ 0 }                                        (3)
//
// Digits that a given excludes have no variable (clue elimination). The solutions of the puzzle are the
// vertices of P with x in {0, 1}. P has other, fractional vertices as well: the paper's remark in section III,
// that the solutions' convex hull is all of it, does not hold, and the whole difficulty lies in the difference.
//
// On the classic 9×9 75 of the 324 rows follow from the others and are left out (model.go). A house with
// fewer than N cells gives rows "at most one", each with a slack variable.
//
// # The walk
//
// The entropy H(x) = −Σ x log x (9) is concave and 0 exactly at the solutions, so it is to be minimised over
// P. INIT finds a point inside P (4). DOWN and UP linearise the entropy along an ascent direction y,
//
//	y = −log x − 1        gradient (12)
//	y = −x∘log x − x      Newton   (13)
//
// and move to the point of P that is best for it (14):
//
//	         DOWN                        UP
//	linear   minimise yᵀx⁺               maximise yᵀx⁺             C (full step), D (half step): an LP
//	l1       minimise ‖x⁺ − x + αy‖₁     minimise ‖x⁺ − x − αy‖₁   E: an LP with split variables
//	l2       minimise ‖x⁺ − x + αy‖₂     minimise ‖x⁺ − x − αy‖₂   F: a projection, a QP
//
// DOWN repeats from x̌ until it stands still; then UP takes x̂ over the peak and DOWN starts there again.
// After each update the rounded point [x] is tried: A [x] = 1 is a solution. Every program is solved by
// package interior; after INIT without the candidates that singles and locked candidates strike, which are 0
// in all of P. The settings start, rounding and perturb vary what the paper leaves open, the variant mixed the norms.
//
// # The complete search
//
// The variant auto decides cells by logic (singles, locked candidates), finds an interior point, takes the walk
// once with one UP, and then branches (tree.go), on the cell with the fewest candidates and the largest entropy
// among those, the digit of the largest x first. What makes it complete are certificates (tight.go): from any
// vector y of multipliers follows a lower bound L(y) on the cost of all solutions. L > 0 without costs says
// that there is none; a candidate that would raise L beyond the best is struck; and with the prior −Σ log p·x
// as cost it says that no grid is more probable. A certificate can be checked without the engine that found it,
// and the tests do so in exact arithmetic. A program that stalls gives no certificate and so proves nothing.
//
// # How tight the relaxation is
//
// As a grader the package measures how much of a point of P can lie off the solution (tight.go).
//
// # Soft clues
//
// The support of a soft clue is hard: digits of probability 0 have no variable. The prior p enters as the
// linear cost −Σ log p·x when the setting objective asks for a most probable grid; the clue is never a row
// A_c x = p, which would ask for a grid that is several digits at once. The objective in_order emits all grids, the
// most probable first (probable.go).
//
// # Names
//
//	f frame     what the geometry fixes: houses, pairs of houses, relations between rows
//	b board     candidates, places and values of one state of a puzzle
//	m model     variables and rows of P for a board; at[i] … at[i+1] are the variables of cells[i]
//	w walk      x̂ (high), x̌ (low), y, recipe (a line of Table I)
//	t tree, n node, known (solutions above a node), goal (most probable grid)
//	L, bound    the certificate's lower bound; reduced cost r = c − Aᵀy
package relax
