// Package minimal measures how minimal puzzles are distributed: their clues, ratings, techniques, people's times and
// what else graders say. It makes two samples and looks at them in three ways.
//
//	carved           puzzles of a generator that puts givens back which cannot go: what everybody generates
//	controlled bias  puzzles that each come with a probability that the number n of givens sets, some 1 / C(81, n)
//	all              the second sample, each puzzle weighted by that: an unbiased picture of all minimal puzzles
//
// A sample is made in chunks. Of each chunk only sums are kept (tally.go), a line in a file (file.go), so that memory
// does not grow, an interrupted study goes on, and a larger one begins with what a smaller one has. Chunk i of a seed is
// always the same. Intervals are those of a jackknife over groups of chunks (figures.go): they need no formula for each
// figure and allow for puzzles that share a solution grid, which one chunk never divides.
package minimal
