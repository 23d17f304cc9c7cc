// Package store keeps puzzles, solutions, grades and timings in one SQLite file.
package store
