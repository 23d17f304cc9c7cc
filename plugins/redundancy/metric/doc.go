// Package metric measures how redundant the clues of a Sudoku are, after Kranawetter & Geiger, "A New
// Difficulty Metric For Sudoku" (2013).
//
// # The idea
//
// A puzzle that has one solution stays solvable when clues are added, and becomes easier. The added clues say nothing
// new about the solution: they only say it again. So the share of repeated statements should measure how easy a puzzle
// is.
//
// # The tensor
//
// For each digit there is a layer of cells. A clue makes one statement for each house of its cell, "no other
// 3 here", which lies in the layer of its digit, and one for its cell, "no other digit here", which lies
// across the other layers. Two clues of a 4×4 puzzle, 1 in r1c1 and 2 in r1c4; "o" is the clue's own place,
// which its statements leave free, a number says how many statements cover a place:
//
//	 layer 1        layer 2        layer 3        layer 4
//	o 2 | 1 2      2 1 | 2 o      1 . | . 1      1 . | . 1
//	2 1 | . .      . . | 1 2      . . | . .      . . | . .
//	----+----      ----+----      ----+----      ----+----
//	1 . | . .      . . | . 1      . . | . .      . . | . .
//	1 . | . .      . . | . 1      . . | . .      . . | . .
//
// In layer 1 the cell r1c2 has 2 because row and box of the clue 1 both forbid a 1 there: two statements of one
// clue. In r1c4 one of the 2 is the row of clue 1, the other the cell of clue 2: two clues. That is the difference
// between s and m below. On the classic 9×9 a clue covers 20 places in its layer and 8 across the others.
//
// # Words
//
//   - C: the clues. t: a place of the tensor, "digit d in cell c".
//   - s(t): how many statements cover t. m(t): how many clues cover t.
//   - Cov: how many places have m ≥ 1. A place is covered exactly if a candidate is excluded there, so the
//     information entropy of Zhai & Zhang is 1 - (|C| + Cov)/729 on the classic 9×9.
//   - A bipartition puts every clue into part A or part B. It splits t if clues of both parts cover t.
//
// # The metrics
//
//   - r_average, equation 2 as printed: sum over clues of |places covered by the clue and by another one| / Cov,
//     that is sum of m(t) over m(t) ≥ 2 / Cov. The text wants it between 0 and 1, but the sum often exceeds 1.
//   - r_average_mean: the same sum / sum of m(t), the mean share over the clues, in [0,1].
//   - r_ge2, equation 5: |s ≥ 2| / Cov, and r_ge2_clues: |m ≥ 2| / Cov.
//   - r_bipart, equation 3: the greatest number of places that a bipartition splits / Cov.
//   - r_bipart_bound: no bipartition splits more / Cov.
//   - r_bipart_paper: the paper's heuristic for r_bipart.
//
// All are fractions of counts: Cov = 729 - |C| - 729·entropy on the classic 9×9, and the denominator of
// r_average_mean is 28·|C| there.
//
// The closed forms need no numbers m and s: for each digit the set of places covered once or more and the set
// of those covered twice or more are kept as bits (layers.go), and the sum of m over m ≥ 2 is that over all
// places minus the places covered exactly once.
//
// # Constraints
//
// In a puzzle with constraints these are clues as givens are: a clue covers what propagation (package search) strikes
// if the clue stands alone. Of a given that is what its statements say. The metrics that count clues are defined then
// as above: r_average, r_average_mean and r_ge2_clues.
//
// # The best bipartition, exactly
//
// Places covered by the same two clues are merged, which leaves about 150 weighted sets of two to four clues on the
// classic 9×9 (layers.go): the task is a maximum cut of a hypergraph where a set counts if it is not all on one side. A
// semidefinite relaxation (relaxation.go) bounds what any bipartition must lose, to within some 2 %, and its dual
// solution turns the loss into a sum of squares with one term for each decision (sphere.go). A depth-first search over
// the decisions stops where the sum says that nothing better is left: some 60 decisions for 24 clues, 900 for 36,
// 18,000 for 48, 700,000 for 60. A Russian doll search, tried before, needed 200 times as many. Rounding errors stay
// far below the margin left for them, so that a proof is a proof. If the budget of decisions ends first, a tabu search
// (parts.go) improves the best bipartition so far, r_bipart is labelled "lower bound", and r_bipart_bound has the upper
// bound; otherwise both are equal and r_bipart is labelled "exact".
//
// The paper's own way (parts.go) takes a thousand random bipartitions for each of four sizes and improves the
// best by exchanges.
package metric
