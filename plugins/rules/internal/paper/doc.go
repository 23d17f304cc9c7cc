// Package paper holds the methods of Maji & Pal (Yet Another Organized Move towards Solving Sudoku Puzzle,
// 2010): the elimination techniques of section III, scan by scan, the guesses that follow when none helps
// ([Solver]), and the plain search that section II compares with ([Backtracker]). Its explanations use the paper's
// words: solitary number, clones, triad, minigrid, and cells named (column,row).
package paper
