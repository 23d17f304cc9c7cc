package store

import (
	"context"

	"github.com/sudokuctl/sudokuctl/store/internal/file"
	"github.com/sudokuctl/sudokuctl/store/internal/merge"
)

// Merged counts what a merge has added to the library.
type Merged = merge.Merged

// Merge adds everything that the library in another file knows: puzzles and where they are from, solutions, results
// and grades with their runs, tags, deletions of puzzles that are new, publications. Where both know something, this
// library's word stays; of two grades of a plugin the newer one is current. The other library is read as it is at the
// beginning and is not changed; one of an older schema is copied first.
//
// Transactions take 10,000 puzzles with all that belongs to them, and what is there already is recognised: a merge that
// was cut short, by whatever, is completed by merging again. progress is called with the puzzles done and with all.
func (s *Store) Merge(ctx context.Context, path string, progress func(done, total int64)) (Merged, error) {
	return merge.Merge(ctx, s.writer, path, progress)
}

// CopyPuzzles adds some puzzles of the library in another file, by their numbers there, with the place that each was first
// seen at, and nothing else of what is known of them. Transactions take 10,000 puzzles; what is there already is recognised.
func (s *Store) CopyPuzzles(ctx context.Context, path string, ids []int64) error {
	return merge.CopyPuzzles(ctx, s.writer, path, ids)
}

// IsDatabase reports whether a file begins as SQLite's do.
func IsDatabase(path string) bool { return file.IsDatabase(path) }
