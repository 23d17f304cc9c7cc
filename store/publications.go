package store

import (
	"context"
	"errors"
	"fmt"

	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/store/internal/write"
)

// ErrPublished says that a series has an issue already.
var ErrPublished = errors.New("there is one already")

// Unpublish forgets the issues of a series from one on, by name, and returns how many there were.
func (s *Store) Unpublish(ctx context.Context, series, from string) (removed int64, err error) {
	err = s.update(ctx, func(b *write.Batch) error {
		removed, err = b.Affected("DELETE FROM publication WHERE series = ? AND issue >= ?", plain.Line(series), plain.Line(from))
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("withdrawing %q from %s on: %w", series, from, err)
	}
	return removed, nil
}

// Publish records publications, all or none. The error is ErrPublished if a series has one of the issues.
func (s *Store) Publish(ctx context.Context, publications ...Publication) error {
	return s.update(ctx, func(b *write.Batch) error {
		for _, p := range publications {
			result, err := b.Exec("INSERT INTO publication (series, issue, puzzle_id, form) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
				plain.Line(p.Series), plain.Line(p.Issue), p.Puzzle, p.Form)
			if err == nil {
				if n, _ := result.RowsAffected(); n == 0 {
					err = ErrPublished
				}
			}
			if err != nil {
				return fmt.Errorf("publishing %q, %s: %w", p.Series, p.Issue, err)
			}
		}
		return nil
	})
}
