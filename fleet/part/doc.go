// Package part writes and reads parts: Parquet files with the answers of one chunk of a plan.
//
// # Words
//
//   - A part is one file. It is written whole or not at all, and never replaced: writing it a second time is an
//     error. So a chunk may be computed twice and counts once.
//   - A [Header] is the provenance of a part, kept as JSON in the metadata of the file: plan, chunk, tasks, content hash.
//   - A [Row] is one puzzle with one [Answer] for each task.
//   - The content hash is the SHA-256 of all rows but for what they cost in time. Two machines that compute the same chunk
//     write parts with the same content hash.
//
// # Columns
//
//	record              int64    position of the puzzle in the input of the plan, from 0
//	name                string   where it came from, file:line
//	geometry, puzzle    string   short notation
//	solution            string   a verified solution, null if no solver found one
//	second_solution     string   another one, null if there is none; the column is missing if no task solves
//	ID_verdict          string   for each task that solves, ID being its plugin
//	ID_count, ID_guesses, ID_self_ns, ID_error
//	ID_grading, ID_grading_ns    verdict and time of a task that grades
//	METRIC              double   for each of its metrics, null if it does not apply
//	METRIC_label        string   for each metric that has words
//
// Any Parquet reader can read them: DuckDB, Polars, pandas, Spark.
package part
