package store

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"

	"github.com/sudokuctl/sudokuctl/store/internal/row"
)

// rawItem is a row of itemColumns.
type rawItem struct {
	id, geometry int64
	cells        any
	name         sql.NullString
	source       int64
	line         sql.NullInt64
	comment      sql.NullString
}

func (r *rawItem) fields() []any {
	return []any{&r.id, &r.geometry, &r.cells, &r.name, &r.source, &r.line, &r.comment}
}

// item makes the puzzle of a row.
func (s *reader) item(ctx context.Context, r *rawItem) (Item, row.Geometry, error) {
	g, err := s.geometryByID(ctx, r.geometry)
	if err != nil {
		return Item{}, g, err
	}
	p, err := g.Puzzle(r.cells)
	if err != nil {
		return Item{}, g, fmt.Errorf("reading puzzle %d: %w", r.id, err)
	}
	source, err := s.sourceName(ctx, r.source)
	if err != nil {
		return Item{}, g, err
	}
	p.Name, p.Comment = r.placeName(source), r.comment.String
	return Item{ID: r.id, Puzzle: p}, g, nil
}

// placeName is the inverse of placeOf.
func (r *rawItem) placeName(source string) string {
	switch {
	case r.name.Valid:
		return r.name.String
	case r.line.Valid:
		return source + ":" + strconv.FormatInt(r.line.Int64, 10)
	}
	return source
}
