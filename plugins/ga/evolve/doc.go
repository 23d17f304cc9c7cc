// Package evolve solves puzzles with a genetic algorithm whose fitness is Shannon entropy, after
// Rodríguez-Vázquez, "GA and Entropy Objective Function for Solving Sudoku Puzzle", GECCO 2018 Companion. It
// finds solutions and proves nothing: whatever it has not found when its budget ends, it gives up on.
//
// # The idea
//
// A house in which all digits differ is as diverse as it can be. With p(j) the share of digit j among the
// cells of house i its entropy is (equations 1 and 2)
//
//	f_i = −Σ_j p(j)·ln p(j)
//
// and the objective is the sum over all houses, f = Σ f_i (equation 3). It is greatest, 27·ln 9 = 59.3251 on
// a 9×9 puzzle, exactly when the grid is a solution. A row 1 1 2 3 4 5 6 7 8 has lost 2·ln 2/9 = 0.154 nats.
//
//	grid  = 9 genes, one a row            3 [7 6] 1 [8] 5 2 9 4     [ ] free cells: a gene is a permutation
//	gene  = the digits the row lacks          └─┴────┘               of the digits that the row lacks
//	rows are always right, columns and blocks are what evolves
//
// # Words
//
//   - A family is a way to cut the grid into genes: the rows, the columns or the blocks (package type
//     family).
//   - A unit is one gene with the permutations that its candidates allow, stored as a graph (unit).
//   - A site is one of the other houses of a cell, whose counts change with it (site).
//   - The objective turns counts into nats, whole numbers of 2⁻³⁰, so that incremental sums never drift
//     (objective).
//
// # Variants
//
// paper is the algorithm as printed: initial rows are random permutations, three row crossovers with equal probability,
// mutation by exchanging two free positions of a row, population 200, half of the children mutated, half crossed, half
// of the population drawn anew every 20 generations. The paper does not say how parents are chosen, which individuals
// survive, whether duplicates live, how often a row mutates, which half is renewed, and how long a run may last. Here
// parents are random, the best of 200 parents and 200 children survive without duplicates, a row mutates with
// probability 0.2, the worst half is renewed, and a population that has found nothing after 100,000 evaluations is
// replaced (restart_after; 0 turns this addition off).
//
// memetic, the default, keeps population, crossover, mutation, selection and entropy, and adds what the field has
// learnt since: constraint propagation first (propagator), genes of the family with the fewest permutations, a mutation
// that is a heat bath (bath), a memory of elite partners and restarts. A heat-bath mutation draws a whole gene anew
// from the Boltzmann distribution of the entropy given all other genes. This is exact and cheap because the digits of a
// gene differ: each adds to counts of its own, so the weight of a permutation is a product over its cells, and the sum
// over all permutations one pass over the unit's graph of sets of digits.
//
// Neither backtracks. docs/algorithms/ga.md has the measurements and says which ingredients bring nothing.
//
// # What counts as an evaluation
//
// paper: one grid scored in full. memetic: one mutated gene, scored by difference, or one grid at the start.
package evolve
