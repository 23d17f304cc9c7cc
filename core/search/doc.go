// Package search is the general engine: it propagates, guesses, counts and enumerates the solutions of puzzles of every
// geometry, with soft clues and constraints beyond houses. Whatever needs such a search uses it; only what is measured to be faster on the classic
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
//
// # Clauses
//
// What a puzzle asks beyond its houses comes as clauses of seven kinds (package clause), each with a propagator. When
// the houses are at rest, the trail says which cells have changed since it was read last; the propagators of their
// clauses wait in a queue and work one by one, the houses coming first again after each:
//
//	in      a set of digits: what is outside goes
//	differ  the digit of a filled cell goes from the others, and there are as many digits left as cells
//	pair    each cell keeps what goes with a digit of the other
//	sum     bounds: what is too small even if the other cells are as great as they can, or too great, goes
//	count   bounds likewise: a cell that has to count, or must not, keeps its set or loses it
//	word    a sweep forth finds the states of the automaton that can be reached, one back those that lead to the end
//	any     each list has its turn alone and is taken back; cells keep what some list leaves them
package search
