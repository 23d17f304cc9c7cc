package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/store/internal/write"
)

// Tag gives puzzles a tag.
func (s *Store) Tag(ctx context.Context, tag string, ids ...int64) error {
	return s.update(ctx, func(b *write.Batch) error {
		id, err := b.Tag(tag)
		if err != nil {
			return err
		}
		return b.Link(id, ids)
	})
}

// Untag takes a tag from puzzles.
func (s *Store) Untag(ctx context.Context, tag string, ids ...int64) error {
	return s.update(ctx, func(b *write.Batch) error {
		for _, id := range ids {
			_, err := b.Exec(`DELETE FROM puzzle_tag WHERE puzzle_id = ?
				AND tag_id = (SELECT id FROM tag WHERE name = ?)`, id, plain.Line(tag))
			if err != nil {
				return fmt.Errorf("removing tag %q from puzzle %d: %w", tag, id, err)
			}
		}
		return nil
	})
}

// RenameTag gives a tag another name and returns how many puzzles have that now. If there is a tag of that name
// already, the two become one. ErrNotFound says that there is no tag from.
func (s *Store) RenameTag(ctx context.Context, from, to string) (puzzles int64, err error) {
	err = s.update(ctx, func(b *write.Batch) error {
		var old int64
		err := b.QueryRow("SELECT id FROM tag WHERE name = ?", plain.Line(from)).Scan(&old)
		if errors.Is(err, sql.ErrNoRows) {
			return ErrNotFound
		}
		if err != nil {
			return err
		}
		id, err := b.Tag(to)
		if err != nil {
			return err
		}
		if id != old {
			_, err := b.Exec("INSERT INTO puzzle_tag (puzzle_id, tag_id) SELECT puzzle_id, ? FROM puzzle_tag WHERE "+
				"tag_id = ? ON CONFLICT DO NOTHING", id, old)
			for _, statement := range []string{"DELETE FROM puzzle_tag WHERE tag_id = ?", "DELETE FROM tag WHERE id = ?"} {
				if err == nil {
					_, err = b.Exec(statement, old)
				}
			}
			if err != nil {
				return err
			}
		}
		return b.QueryRow("SELECT count(*) FROM puzzle_tag WHERE tag_id = ?", id).Scan(&puzzles)
	})
	if err != nil {
		return 0, fmt.Errorf("renaming tag %q: %w", from, err)
	}
	return puzzles, nil
}
