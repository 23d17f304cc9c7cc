// Package study is the science on top of package work: how far metrics agree and whether they keep their promises, and
// levels of difficulty by a metric. Its functions take a request, report their progress through a work.Progress and
// return values; they know no flags and print nothing.
//
//	Correlate, Trial    how far stored metrics agree; equal puzzles, more clues and people put to the test
//	Divide              four levels by fuzzy c-means of a metric, whose direction must be known
//
// Below it papers computes the tables of five papers again.
package study
