// Package job is the main job: plugins answer puzzles.
//
//   - A [Task] is one plugin asked to solve or to grade. It says all that another machine must have in common to come to
//     the same answer: version, program, settings, seed and limits.
//   - [Task.Do] has the plugin answer the puzzles of a chunk, or of many chunks one after the other.
//
// A run (package work/run) decides where puzzles come from, what is left to be done, and where the answers go.
package job
