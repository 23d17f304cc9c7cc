// Package beyond holds the techniques that argue from constraints beyond houses: cages, thermometers, arrows, dots.
//
// # The idea
//
// Whatever a constraint asks of some cells, it asks as clauses (package clause), and nearly every clause can be read
// cell by cell: a sum remembers what the cells so far make, a cage which digits they hold, a line its last digit or the
// state of its automaton. A [part] is such a reading. A sweep forth finds the memories that the candidates can lead to,
// one back those that end well, and what is left of each cell between the two is exactly what some way of filling the
// part's cells gives it:
//
//	cage 6 on three cells       {1}──2──{1,2}──3──┐
//	                  start ──1─┘ └──3──{1,3}──2──┴─{1,2,3}
//
// Every technique looks at what parts leave, each at parts of its kind:
//
//	last_of_sum        a sum with one empty cell
//	bounds             sums of cells that may repeat, and lines along which digits rise: least and greatest
//	cage_sets          cells that differ and have a sum: only some sets of digits make it
//	innie, outie       sums that follow from houses and the cages in them (the 45 rule)
//	line_digits        all other lines, dots, counts and choices
//	cage_needs         a digit of all sets that are left leaves the cells that see all its places
//	count_groups       cells that see each other hold each digit once, which bounds what a count can have among them
//	sum_groups         sums added up, or one less another, by the least and the greatest sum of cells that see each other
//	cage_pair          two cages of a house, or a cage and the rest of its house, together
//	constraint_sees    a candidate would leave a constraint that it is no part of no way to be filled
//	naked_set_across   k cells that see each other, not all in one house, hold k digits
//	sum_of_houses      lines and as many boxes hold the same digits; so do the cells that they do not share
//	contradiction      what follows from a candidate is impossible
//
// Cells see each other if they share a house or differ because of a constraint: the frame of a puzzle has the latter as
// houses too, so that all other techniques of the plugin heed them as well.
package beyond
