package store

import (
	"context"
	"fmt"

	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/store/internal/write"
)

// Publish records publications, all or none. An issue that its series has already is an error.
func (s *Store) Publish(ctx context.Context, publications ...Publication) error {
	return s.update(ctx, func(b *write.Batch) error {
		for _, p := range publications {
			_, err := b.Exec("INSERT INTO publication (series, issue, puzzle_id, form) VALUES (?, ?, ?, ?)", plain.Line(p.Series),
				plain.Line(p.Issue), p.Puzzle, p.Form)
			if err != nil {
				return fmt.Errorf("publishing %q, %s: %w", p.Series, p.Issue, err)
			}
		}
		return nil
	})
}
