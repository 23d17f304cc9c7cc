// Package clause is what a puzzle asks of its solution beyond its houses, in the few forms that an algorithm has to
// know. What a person sees, a cage or a thermometer, is a constraint (package constraint); it comes down to clauses.
//
// There are seven kinds. x(c) is the digit of cell c, 1 … N:
//
//	In      x(c) is in a set of digits
//	Differ  no digit comes twice among the cells
//	Pair    x(b) is in R[x(a)], R a relation
//	Sum     Σ w·x(c) lies in a range
//	Count   Σ w·[x(c) is in its set] lies in a range
//	Word    an automaton accepts x(c1) x(c2) …
//	Any     all clauses of at least one list hold
//
// Differ and Pair name a cell once; elsewhere a cell may come again, and counts again. Sums and counts are linear, so
// that linear programs take them as they are; relations are made for arc consistency; an automaton says whatever runs
// along a line, and has one exact propagator; Any is the rest.
package clause
