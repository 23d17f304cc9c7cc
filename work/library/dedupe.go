package library

import (
	"context"

	"github.com/sudokuctl/sudokuctl/core/sudoku/canon"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
)

// Deduped says what Dedupe has found.
type Deduped struct {
	Puzzles int      // whose canonical forms are new
	Linked  int64    // to an older image of themselves
	Partial []string // geometries of which only rotations, reflections and relabellings were tried
}

// canonicalBatch is how many puzzles one transaction takes. If the forms go into an index, they go all over it, and each page of
// it that a transaction touches is written: in a large library many small ones write it many times.
const canonicalBatch = 20_000

// Dedupe finds puzzles of the library that are images of each other, and links each to the oldest.
func Dedupe(ctx context.Context, env *work.Env, progress work.Progress) (*Deduped, error) {
	defer progress.Stage(work.Begun{Stage: "canonical forms"})()
	if err := env.Store.ExpectCanonical(ctx); err != nil {
		return nil, err
	}
	done, forms := &Deduped{}, canon.Keys{}
	for items, err := range env.Store.WithoutCanonical(ctx, nil, canonicalBatch) {
		if err != nil {
			return nil, err
		}
		keys := make([]store.Canonical, len(items))
		for i, item := range items {
			keys[i] = store.Canonical{ID: item.ID, Puzzle: forms.Key(item.Puzzle)}
		}
		if err := env.Store.SaveCanonical(context.WithoutCancel(ctx), keys); err != nil {
			return nil, err
		}
		done.Puzzles += len(items)
		progress.Report(work.Advanced(len(items)))
	}
	var err error
	if done.Linked, err = env.Store.LinkDuplicates(ctx); err != nil {
		return nil, err
	}
	for text, c := range forms {
		if !c.Whole() {
			done.Partial = append(done.Partial, text)
		}
	}
	return done, nil
}
