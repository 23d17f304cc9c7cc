// Package library is what the program does with the puzzles that it has stored: it lists and chooses them, tags and exports them,
// finds duplicates, counts and compares what plugins have answered, and takes over other libraries.
package library
