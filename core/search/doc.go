// Package search is the general engine: it propagates, guesses, counts and enumerates the solutions of puzzles of every
// geometry, with soft clues. Whatever needs such a search uses it; only what is measured to be faster on the classic
// 9×9, and what a paper describes step by step, has one of its own.
//
// It works where least is left open. The engine keeps the same candidates in two views, so that both entropies, that of
// a cell (which digit?) and that of a digit in a house (which place?), are one popcount away:
//
//	cand[cell]            ..1.1....   digits of the cell        naked single: one bit
//	place[house·N+digit]  1....1...   places of the digit       hidden single: one bit
//	                      ^^^         places shared with another house (frame.crossing): when all bits
//	                                  lie there, the digit leaves the rest of that house (locked candidates)
//
// Propagation lowers both until nothing moves, then a guess is made where the fewest choices are left; between equals,
// where the search has failed most often so far. Houses of fewer than N cells only forbid repetitions: they have no
// places. What is removed is noted on a trail of (cell, digit) marks and put back from it after a guess, so a step costs
// what it changes and not the size of the grid.
package search
