package store

import (
	"context"
	"fmt"
	"slices"

	"github.com/sudokuctl/sudokuctl/store/internal/write"
)

// Canonical holds the keys of a puzzle and its solution grid that all their isomorphs share.
type Canonical struct {
	ID       int64
	Puzzle   []byte
	Solution []byte // nil if the solution is not known or not unique
}

// ExpectCanonical prepares for the keys of all puzzles that have none; LinkDuplicates ends what it begins.
func (s *Store) ExpectCanonical(ctx context.Context) error {
	return s.update(ctx, func(b *write.Batch) error {
		var missing int64
		err := b.QueryRow("SELECT (SELECT count(*) FROM puzzle) - (SELECT count(*) FROM canonical)").Scan(&missing)
		if err != nil {
			return fmt.Errorf("counting canonical keys: %w", err)
		}
		return b.ExpectCanonical(missing)
	})
}

// SaveCanonical stores keys in one transaction.
func (s *Store) SaveCanonical(ctx context.Context, keys []Canonical) error {
	ids := make([]int64, len(keys))
	for i, k := range keys {
		ids[i] = k.ID
	}
	slices.Sort(ids)
	return s.writer.Load(ctx, func(b *write.Batch) error {
		if err := b.RequirePuzzles(slices.Compact(ids)); err != nil {
			return err
		}
		into := b.Inserter("canonical (puzzle_id, puzzle_key, solution_key)", `ON CONFLICT (puzzle_id) DO UPDATE SET
			puzzle_key = excluded.puzzle_key, solution_key = excluded.solution_key`)
		for _, k := range keys {
			var solution any
			if k.Solution != nil {
				solution = k.Solution
			}
			if err := into.Add(k.ID, k.Puzzle, solution); err != nil {
				return err
			}
		}
		return into.Flush()
	})
}

// LinkDuplicates links each puzzle whose canonical key an older one has to the oldest, and returns how many
// links are new. Nothing is deleted.
func (s *Store) LinkDuplicates(ctx context.Context) (linked int64, err error) {
	err = s.writer.Load(ctx, func(b *write.Batch) error { // the puzzles are those of canonical, which refers to puzzles
		linked, err = b.LinkDuplicates("TRUE")
		return err
	})
	return linked, err
}
