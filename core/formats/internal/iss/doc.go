// Package iss reads and writes the text in which Interactive Sudoku Solver keeps puzzles, in lines and in its addresses:
//
//	text  = { "." type { "~" argument } }
//	cell  = "R" row "C" column, each one digit of base 17, from 1
//
// A type is a constraint, a property of the grid (Shape, NoBoxes, Jigsaw, AntiKnight …) or a group that goes to ".End" (Or, And,
// Replicate); no type at all gives digits: ".~R1C1_5~R1C2_1_2". Without a Shape the grid is 9×9. Cells outside the grid (Var),
// regions to be found, ranks and grids that are not square are not understood.
package iss
