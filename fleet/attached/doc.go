// Package attached answers questions about a library together with the folders of parts that are attached to it. The rows of
// a part stay in its file: they are read anew for each question.
//
// library.go opens what is attached, row.go says what a row is to the language of conditions, list.go walks, counts and
// draws, and stats.go counts what there is.
package attached
