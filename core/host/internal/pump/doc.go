// Package pump moves puzzles to the processes of a plugin in batches, and verified results back to the caller. Package host
// draws the walk of a batch.
package pump
