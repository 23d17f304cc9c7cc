// Package papers computes the tables and pictures of five papers again and shows them beside the printed figures.
//
// A paper is about certain algorithms, so each file that is about one (zhai.go, maji.go, …) names plugins and their
// settings. Everything else asks plugins what they declare.
//
// What takes long is kept in a journal (journal.go): the same request continues where an interrupted one has ended. A step
// that fails ends the reproduction by a panic that Reproduce makes an error again (check and must in reproduction.go), so that
// each paper reads as what it does.
package papers
