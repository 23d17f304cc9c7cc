// Package study is the science on top of package work: the tables of five papers computed again, how far metrics
// agree and whether they keep their promises, and levels of difficulty by a metric. Its functions take a request,
// report how far they are through a work.Progress and return values; they know no flags and print nothing.
//
//	Papers, Reproduce        tables and pictures of a paper beside its printed figures (zhai.go, maji.go, …)
//	Correlate, NewTrial      how far stored metrics agree; equal puzzles, more clues and people put to the test
//	Divide                   four levels by fuzzy c-means of a metric, whose direction must be known
//
// A paper is about certain algorithms, so the files of the papers name plugins and their settings. Everything else
// asks plugins what they declare.
//
// What takes long is kept in a journal (journal.go): the same request goes on where an interrupted one has ended.
package study
