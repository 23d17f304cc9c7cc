// Package papers computes the tables and pictures of five papers again and shows them beside the printed figures.
//
// A paper is about certain algorithms, so each file that is about one (zhai.go, maji.go, …) names plugins and their
// settings. Everything else asks plugins what they declare.
//
// What takes long is kept in a journal (package journal): the same request continues where an interrupted one has ended.
package papers
