// Package input is where puzzles come from: a text, a reader, a sample inside the program, a file, a pipe. What an [Input] is, is
// decided once; [Walk] reads several one after the other, [Import] stores what one says in the library.
package input
