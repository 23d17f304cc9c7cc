// Package mcp answers assistants and other programs that speak the Model Context Protocol: a client starts the program
// and calls its tools over standard input and output. It holds no logic of its own: what a tool does is package work, by
// way of the desk that the HTTP API and the pages come to, so that bounds and records are the same.
//
//	solve, check, grade     a record for each puzzle
//	explain, hint           the steps of a person, or the next one
//	generate                new puzzles
//	search                  puzzles of the library
//
// No tool writes: not to the library, and not to a file. No request names a program or a file. A message, the number of
// puzzles, the time and the answer of a call are bounded, see call.go.
package mcp
