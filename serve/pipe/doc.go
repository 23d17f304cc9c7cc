// Package pipe answers a program that has started this one and writes requests to it, one a line: what the Python package talks to.
// The requests are those of the HTTP API, with an id and a name, and so are the records.
//
//	{"id":1,"do":"solve","puzzles":["2.14........4..2"]}
//	{"id":1,"records":[{"name":"puzzle:1","puzzle":"2.14........4..2",…}]}
//	{"id":2,"do":"solve","puzzles":["xyz"]}
//	{"id":2,"problem":{"type":"urn:sudokuctl:notation","detail":"…","at":{"file":"puzzle","line":1,"column":4},…}}
//
// Answers come in the order of the requests. Two requests are worked on at the same time, so that a program may write
// the next one before it reads the answer to the first.
package pipe
