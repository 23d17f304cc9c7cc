// Package engine answers requests about puzzles in this process, with the algorithms of the plugins and without plugins: it is
// what the program for the web does. Its answers are the records of package record.
package engine
