// Package sample measures a sample of 9×9 puzzles, each one by itself, and says how what is measured hangs together.
//
// The puzzles are made by a method of the generator, or drawn from files: of all puzzles that have one solution a seed
// chooses as many as are wanted, each with the same probability. What is measured of a puzzle is a row of a table, which
// is written as a file with a card that says what the columns mean, how it was made and the file's checksum. The same
// request writes the same file.
//
// Correlations are Spearman's, over all puzzles and among puzzles with equal numbers of clues, each with a 95 % interval
// (core/stats): nearly everything that is said of a puzzle follows its number of clues, so what remains is the question.
package sample
