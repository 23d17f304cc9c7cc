// Package write says how what is new gets into the tables: a [Batch] finds or makes the rows of geometries, sources,
// plugins and metrics, recognises puzzles, and joins answers with what was known. Importing, saving a task's answers and
// merging libraries all write through it.
package write
