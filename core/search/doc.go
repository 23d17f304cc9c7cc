// Package search is the general engine: it propagates, guesses, counts and enumerates the solutions of puzzles of every
// geometry, with soft clues and constraints beyond houses. Whatever needs such a search uses it; only what is measured to
// be faster on the classic 9×9, and what a paper describes step by step, has one of its own.
//
// It works where least is left open. The engine keeps the same candidates in two views, so that both entropies, of
// a cell (which digit?) and of a digit in a house (which place?), are one popcount away:
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
// Constraints beyond houses come as clauses of seven kinds (package clause), of which propagators are made.
// The trail says which cells have changed since it was read last; their propagators wait, and work one by one, those of
// few cells first. There is no view by places then, for clauses work on sets of digits; houses are propagators among the
// others, behind those of two cells, and on a plain 9×9 one sweep for all (nine):
//
//	house   digits with one place among N cells; a pair of houses that cross: their rests hold the same digits
//	in      a set of digits: others go
//	differ  the digit of a filled cell goes from the others, and there are as many digits left as cells
//	pair    each cell keeps what goes with a digit of the other: one look-up for five digits. A digit that one of both
//	        has to hold leaves the cells that see both
//	sum     all sums of the cells so far are a word, a bit for each; adding a digit is a shift. One way goes forth, one
//	        back; two or three cells that differ count together. If there are more than 64 sums, or more cells differ,
//	        the least and the greatest sum of all that differ count (wide), also when houses are taken off, and of
//	        sums added up where cells of one see those of another (together)
//	count   cells that differ hold each digit once, which bounds what they add, and they add what the others cannot.
//	        Counts of the same cells add up to these (tally)
//	word    a sweep forth finds the states of the automaton that can be reached, one back those that lead to the end; it
//	        is unrolled over the cells before, and states that are no use there are dropped; if the cells differ, so are
//	        steps that only words with a repeated digit take (different)
//	split   a word that reads digits in any order between two that it names, over cells that differ, as a sandwich does, or
//	        behind the first, as an x-sum does; a lunchbox is one, not 36 words: each way keeps what its sets leave the cells
//	any     each list has its turn alone and is taken back; cells keep what some list leaves them. Over few cells it is a
//	        word that accepts what some list does (few)
//	cage    cells that differ and have a sum, or of which any two are in one relation, or whose word is accepted in any
//	        order, hold one of a family of sets of digits. Up to four cells, or so many that few digits are left, keep
//	        exactly the digits that add up; more keep the digits of the sets that are left. Of related cells, up to five
//	        keep exactly what a distribution of a set gives them (match). A digit of all sets that are left goes from
//	        all cells that see each of its places
//
// Before the search, sums of few cells are added that follow from houses and cages (inferrer): the 45 rule.
//
// # Branching
//
// With clauses, cells differ in how often they fail: a failure adds to the weight of the cells of the house or clause that
// failed, and of the cell that was guessed. The guess is made where weight over entropy is greatest, among cells and digits
// with two places in a house. If sums dominate, cells of many sums with few open cells come first (score). Weights are
// halved now and then. If lines dominate, that is done sooner, a refuted choice is struck and the next is chosen anew,
// and cells that may hold the digit whose guesses fail most gain its failures as weight.
package search
