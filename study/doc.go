// Package study is the science on top of package work: levels of difficulty by a metric. Its functions take a request,
// report their progress through a work.Progress and return values; they know no flags and print nothing.
//
//	Divide              four levels by fuzzy c-means of a metric, whose direction must be known
//
// Below it papers computes the tables of five papers again.
package study
