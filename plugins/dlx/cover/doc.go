// Package cover solves puzzles as exact cover problems with Knuth's dancing links: Algorithm X with the
// choice of the shortest column and nothing else. It is baseline G of Gunther & Moon 2012, Table I, and the
// plain, complete yardstick beside which the other solvers are measured.
//
// # The idea
//
// An exact cover problem has items and options; an option is a set of items. Wanted is every choice of
// options that holds each primary item exactly once and each secondary item at most once (D. E. Knuth,
// Dancing Links, 2000; The Art of Computer Programming 7.2.2.1).
//
// In a puzzle with N digits the option (c, d) says "digit d stands in cell c". The items are
//
//	cell c            primary     one digit in each cell
//	house h, digit d  primary     where the house has N cells: every digit once
//	house h, digit d  secondary   where it has fewer (an anti-knight pair): a digit at most once
//
// so that an option holds 1 + (houses of c) items: 4 on the classic 9×9, whose matrix has 729 options and 324 items.
//
// # The data
//
// The matrix is a flat array of nodes, one for each item in an option. The nodes of an option lie side by
// side; those of an item form a ring through its head, linked up and down by indexes:
//
//	         item 1   item 2   item 3
//	heads      o        o        o
//	           |        |        |        up, down: the ring of an item
//	option 1   x--------x        |        side by side: the items of an option
//	           |        |        |
//	option 2   x        |        x
//
// The heads of the primary items that are not covered yet form one more ring, left and right. To cover an item is to
// take its head out of that ring and its options out of the rings of their other items; the removed links still point
// to their old places, so that uncovering in the reverse order puts all back. Nothing is copied and nothing is
// allocated during a search.
//
// # The search
//
// Algorithm X covers the item with the fewest options (the first with at most one option ends the comparison), tries
// each of its options and covers the option's other items. Givens are options chosen beforehand: only what they leave
// is linked, without the digits that a soft clue excludes, which takes a quarter of the time of covering their items
// one by one in the full matrix. Priors are ignored: every grid that fits the supports is a solution.
//
// # Names
//
//	n        digits                       option   cell·n + digit−1
//	node     an item in an option         head     the node 1 … items of an item; 0 is the root
//	size     options left in an item      first    first[o] … first[o+1] are the nodes of option o
package cover
