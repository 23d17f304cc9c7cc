// Package where is the language of conditions such as
//
//	se>=4.5 && clues<=24 && (tag=="x" || !dup) && level!="easy" && time("dlx")>5ms
//
// It turns them into SQL over the tables of package store, which is its only user; docs/store.md has the names.
//
//   - scan.go cuts a condition into tokens, parse.go reads them by precedence and writes SQL while it reads,
//     every value as an argument.
//   - names.go says what a name stands for: a column, a metric, a call such as uses("x_wing"); [Names] collects
//     the joins that the names in use need, which index to begin with, and where a metric's value and label are stored.
//   - compare.go compares such a field with a number, a time or a text, in the words of the partial indexes.
//
// What is wrong with a condition is an [Error] with its column and the names that could have stood there.
package where
