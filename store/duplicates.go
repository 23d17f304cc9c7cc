package store

import (
	"context"

	"github.com/sudokuctl/sudokuctl/store/internal/write"
)

// Canonical holds the keys of a puzzle and its solution grid that all their isomorphs share.
type Canonical struct {
	ID       int64
	Puzzle   []byte
	Solution []byte // nil where the solution is not known or not unique
}

// SaveCanonical stores keys in one transaction.
func (s *Store) SaveCanonical(ctx context.Context, keys []Canonical) error {
	return s.update(ctx, func(b *write.Batch) error {
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
	err = s.update(ctx, func(b *write.Batch) error {
		linked, err = b.LinkDuplicates("TRUE")
		return err
	})
	return linked, err
}
