// Package draft is a puzzle of another program while its reader puts it together, and what other programs call the
// constraints that sudokuctl knows.
//
// A reader collects what a file states: size, boxes, givens, pencil marks, constraints. What it does not understand it names
// in Unknown, and goes on; Puzzle makes a puzzle of the rest, and whoever asked decides whether the rest will do.
package draft
