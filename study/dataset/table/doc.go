// Package table writes tables as Parquet files and reads those of others, whoever wrote them.
//
// What it reads is taken as text, whatever the type of a column: who reads a foreign file wants its puzzles, and its numbers
// only to show them. Columns that hold lists or groups are left out.
package table
