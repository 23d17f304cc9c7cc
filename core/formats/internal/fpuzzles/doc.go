// Package fpuzzles reads and writes the JSON of f-puzzles, which SudokuPad reads too, with the keys of its extension of new
// constraints:
//
//	{"size": 9, "title": …, "author": …,
//	 "grid": [[{"value": 5, "given": true, "givenPencilMarks": [1, 2], "region": 0}, …], …],
//	 "solution": [1, 2, …], "antiknight": true, …,
//	 "thermometer": [{"lines": [["R1C1", "R1C2"]]}, …],
//	 "killercage": [{"cells": ["R1C1", "R1C2"], "value": "10"}, …],
//	 "sandwichsum": [{"cell": "R0C1", "value": "9"}, …]}
//
// Cells outside the grid, R0C1 above it or R10C1 below a grid of nine, are where clues stand. Lines, circles, rectangles, texts
// and cages that stand for nothing else are drawings: what they mean is not stated, and so they are not understood.
package fpuzzles
