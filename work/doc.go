// Package work is what the program does, without a terminal: each function takes a request and returns a typed
// result, or hands over records one by one, and tells through a Progress how far it is. The command line, the web
// page and a worker on another machine call it, and so may any Go program. It knows no flags and prints nothing. Here is
// what all of it needs:
//
//	Env        what work is done with: how to open a plugin, the store, the levels
//	…Record    what a line of JSON holds, for every door the same; package record has those of one puzzle
//	Progress   called with an Event for every step; the end of ctx ends the work
//
// The rooms: work/input reads and imports puzzles, work/ask answers questions about them, work/run answers them for a whole
// library, work/library is about what is stored, work/generate and work/publish make and choose puzzles, and work/bench measures
// solvers. work/job is a plugin's part of a run. work/catalog reads the list of contributed plugins and unpacks archives; it needs
// nothing of the rest.
package work
