// Package fleet spreads one job over many machines.
//
// # Words
//
//   - A [Plan] says everything about a job, once: inputs with their hashes, tasks with plugin versions, settings and seeds,
//     and the chunks that the inputs are cut into. It never changes; its ID is the hash of its text.
//   - A [Choice] is puzzles of a library as an input: they are copied into a file, for a library changes.
//   - A chunk is the unit of work, some seconds of it. Its answers are one part, a Parquet file named after it: see package
//     part.
//   - A shard i of n is every nth chunk from the ith on: what one job of a batch scheduler computes.
//   - To merge is to look at the parts of a plan: which are there and whole, and what computes those that are missing.
//
// Chunks are handed out in two ways: as shards, or by a pool, see package pool.
//
// A chunk may be computed twice: its name is its key, and the first part with that name stays. So nothing has to be known
// about what ran where, and any scheduler that can start a command n times will do.
//
//	MakePlan ──> Plan ──> RunShard (any machine, any number of times) ──> parts ──> Survey, MergeInto
package fleet
