// Package cnf writes puzzles as propositional formulas in conjunctive normal form, for SAT solvers: every geometry,
// with soft clues and clauses of every kind beyond houses.
//
// # Numbering
//
// Variable n·cell + digit, n being the number of digits, is true if the digit stands in the cell; cells are counted
// from 0 in reading order, digits from 1. Variables beyond n·cells are auxiliary. Every solution of the puzzle is a
// model of the formula, with some values of the auxiliary variables, and every model is a solution.
//
// # Encodings
//
// x is the variable of a cell and a digit.
//
//	candidates  ¬x for what givens, soft clues and peers that are given exclude
//	one of k    one clause for "at least one"; "at most one" by pairs, more than nine of them in groups: a literal that
//	            is true in none of the first ones stands for the rest
//	differ      at most one for each digit; at least one if there are as many cells as digits
//	pair        ¬x(a, d) ∨ all x(b, e) that go with d, and back
//	sum of cells that differ
//	            a variable for each set of digits that makes it, one of which is true, and for each digit one that says whether it
//	            is among them
//	sum, count, word
//	            an automaton that reads the cells in order, its state being the total so far in the first two. It is unrolled:
//	            layer i has a variable for each state in which it can be behind i cells and from which it can still accept.
//	            States from which the same digits lead to the end are one, so that "at least one" is a chain of two states:
//
//	               s0 ──d──▶ s1 ──d──▶ s2      s ∧ x → t      a state and a digit have one successor
//	                 ╲        ╲                t ∧ x → ∨ s    a state and the digit before come from somewhere
//	                  d──▶ t1  d──▶ t2         s ∧ t → ∨ x    two states are connected by some digit
//
//	any         a variable for each alternative, one of which is true; the clauses of the alternative hold if it is
package cnf
