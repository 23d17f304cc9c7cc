// Package job is the main job, which is the same on one machine and on many: plugins answer puzzles.
//
//   - A [Task] is one plugin asked to solve or to grade. It says all that another machine must have in common to come to
//     the same answer: version, program, settings, seed and limits.
//   - [Task.Open] opens the plugin of a task and compares it with the task.
//   - [Task.Do] has the plugin answer the puzzles of a chunk, or of many chunks one after the other.
//
// Who uses it decides where puzzles come from, what is left to be done, and where the answers go. A run reads chunks of
// what a task has not answered from a library and stores the answers there (package work). A shard reads the chunks of a plan
// that have no part yet and writes a part for each; a worker of a pool is sent such chunks and sends the parts back
// (packages fleet and pool).
package job
