// Package rate measures puzzles: on the scales of Sudoku Explainer ([Metrics] se and others), HoDoKu
// and qqwing, by the paper's levels, by the time that people are likely to take, and by how often
// techniques are used.
//
// The rating of the hardest step is the puzzle's ER, that of the first step ED, and the hardest up to the
// first placed digit EP. Since an easier hint can make a harder one superfluous, a rating depends on which of
// several equal hints is applied: wherever it does, techniques scan in Sudoku Explainer's order.
package rate
