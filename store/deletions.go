package store

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/sudokuctl/sudokuctl/store/internal/file"
	"github.com/sudokuctl/sudokuctl/store/internal/write"
)

// Delete hides puzzles from everything but [Store.Restore], and returns how many were not deleted before. What is
// known of them stays, and importing them again does not bring them back.
func (s *Store) Delete(ctx context.Context, ids ...int64) (deleted int64, err error) {
	return s.change(ctx, "deleting", ids, `INSERT INTO deletion (puzzle_id, deleted_at)
		SELECT id, ? FROM puzzle WHERE id IN %s ON CONFLICT DO NOTHING`, time.Now().UnixMilli())
}

// Restore brings deleted puzzles back with everything that is known of them, and returns how many.
func (s *Store) Restore(ctx context.Context, ids ...int64) (restored int64, err error) {
	return s.change(ctx, "restoring", ids, "DELETE FROM deletion WHERE puzzle_id IN %s")
}

// change does with puzzles what a statement says, and links their images anew.
func (s *Store) change(ctx context.Context, what string, ids []int64, statement string, args ...any) (changed int64, err error) {
	err = s.update(ctx, func(b *write.Batch) error {
		for some := range slices.Chunk(ids, file.IDsPerQuery) {
			res, err := b.Exec(fmt.Sprintf(statement, file.IDList(some)), args...)
			if err != nil {
				return err
			}
			n, err := res.RowsAffected()
			if err != nil {
				return err
			}
			changed += n
			if err := b.RelinkDuplicates(some); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("%s %d puzzles: %w", what, len(ids), err)
	}
	return changed, nil
}
