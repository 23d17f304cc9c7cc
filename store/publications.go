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

// Publications returns what was published in the series whose names begin with a prefix, in the order of publication.
func (s *Store) Publications(ctx context.Context, prefix string) (all []Publication, err error) {
	var p Publication
	rows := file.Found(s.read.QueryContext(ctx, "SELECT series, issue, puzzle_id, form FROM publication ORDER BY id"))
	err = rows.Each(func() error {
		if strings.HasPrefix(p.Series, prefix) {
			all = append(all, p)
		}
		return nil
	}, &p.Series, &p.Issue, &p.Puzzle, &p.Form)
	if err != nil {
		return nil, fmt.Errorf("reading publications: %w", file.Explain(err))
	}
	return all, nil
}

// Published returns the puzzle that a series showed as an issue, or ErrNotFound, so that the same day has the same
// puzzle for ever.
func (s *Store) Published(ctx context.Context, series, issue string) (p Publication, err error) {
	p.Series, p.Issue = plain.Line(series), plain.Line(issue)
	err = s.read.QueryRowContext(ctx, "SELECT puzzle_id, form FROM publication WHERE series = ? AND issue = ?", p.Series,
		p.Issue).Scan(&p.Puzzle, &p.Form)
	if errors.Is(err, sql.ErrNoRows) {
		return p, ErrNotFound
	}
	return p, file.Explain(err)
}
