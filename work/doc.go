// Package work is what the program does, without a terminal: each function takes a request and returns a typed
// result, or hands over records one by one, and tells through a Progress how far it is. The command line, the web
// page and a worker on another machine call it, and so may any Go program. It knows no flags and prints nothing. What
// needs little of the rest has a package of its own below: work/bench, work/card, work/check,
// work/dataset, work/explain, work/generate, work/index, work/publish and work/verify.
//
//	Env        what work is done with: how to open a plugin, the store, the levels
//	Input      where puzzles come from: a text, a reader, a sample, a file, a pipe; decided once
//	…Record    what a line of JSON holds, for every door the same; package record has those of one puzzle
//	Progress   called with an Event for every step; the end of ctx ends the work
package work
