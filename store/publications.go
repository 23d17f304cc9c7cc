package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/store/internal/file"
)

// Publication says that a puzzle was published in a series: on a day, or under a number of a book.
type Publication struct {
	Series string
	Issue  string // a day such as 2006-01-02, or a number
	Puzzle int64
	Form   []byte // hash of the canonical form
}

// Publish records publications, all or none. An issue that its series has already is an error.
func (s *Store) Publish(ctx context.Context, publications ...Publication) error {
	return s.update(ctx, func(b *batch) error {
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

// Publications returns what was published in the series whose names begin with a prefix, in the order of publication.
func (s *Store) Publications(ctx context.Context, prefix string) (all []Publication, err error) {
	rows, err := s.file.Read.QueryContext(ctx, "SELECT series, issue, puzzle_id, form FROM publication ORDER BY id")
	if err != nil {
		return nil, fmt.Errorf("reading publications: %w", file.Explain(err))
	}
	defer rows.Close()
	for rows.Next() {
		var p Publication
		if err := rows.Scan(&p.Series, &p.Issue, &p.Puzzle, &p.Form); err != nil {
			return nil, fmt.Errorf("reading publications: %w", file.Explain(err))
		}
		if strings.HasPrefix(p.Series, prefix) {
			all = append(all, p)
		}
	}
	return all, rows.Err()
}

// Published returns the publication of an issue, or ErrNotFound.
func (s *Store) Published(ctx context.Context, series, issue string) (p Publication, err error) {
	p.Series, p.Issue = plain.Line(series), plain.Line(issue)
	err = s.file.Read.QueryRowContext(ctx, "SELECT puzzle_id, form FROM publication WHERE series = ? AND issue = ?", p.Series,
		p.Issue).Scan(&p.Puzzle, &p.Form)
	if errors.Is(err, sql.ErrNoRows) {
		return p, ErrNotFound
	}
	return p, file.Explain(err)
}
