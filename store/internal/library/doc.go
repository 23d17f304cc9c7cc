// Package library answers questions about the library: which puzzles are there, how many, what is known of each. It reads
// and never writes.
package library
