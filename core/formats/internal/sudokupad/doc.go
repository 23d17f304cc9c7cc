// Package sudokupad reads the puzzles that SudokuPad keeps for itself: JSON that says what is drawn where, and little of what it
// means. Behind "scl" and "ctc" in its addresses it is compressed, and mostly shortened too: keys of one or two letters, quotes
// left out.
//
//	{"cells": [[{"value": 5}, {}, …], …], "regions": [[[0, 0], [0, 1], …], …],
//	 "cages": [{"cells": [[0, 0], [0, 1]], "value": "10", "unique": true}, {"value": "title: T"}],
//	 "lines": [{"color": "#CFCFCF", "thickness": 16, "wayPoints": [[0.5, 0.5], [0.5, 1.5]]}],
//	 "arrows": [], "underlays": [], "overlays": [{"center": [1, 0.5], "rounded": true, "width": 0.3, "text": ""}]}
//
// Cages with sums mean what they say. Lines and marks mean what f-puzzles calls so if they look as SudokuPad draws it; those that
// look otherwise are not understood.
package sudokupad
