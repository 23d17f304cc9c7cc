// Package check says what there is to know of a puzzle by itself: whether it is valid, unique and minimal, what its
// symmetries are, and, if it has no solution, which givens contradict each other.
package check
