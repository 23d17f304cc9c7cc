// Package publish chooses puzzles of the library for readers: a puzzle for each day of a series, the puzzles of a book, and
// feeds of both. What was published is recorded, so that no reader sees a puzzle, or an image of one, twice.
package publish
