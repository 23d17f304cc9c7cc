package store

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"strconv"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store/internal/file"
	"github.com/sudokuctl/sudokuctl/store/internal/row"
)

// Item is a puzzle of the library with its number, all that a solver or grader has to be given.
type Item struct {
	ID     int64
	Puzzle *sudoku.Puzzle
}

// itemColumns are what item needs of puzzle p.
const itemColumns = "p.id, p.geometry_id, p.cells, p.name, p.source_id, p.line, p.comment"

// readItems returns the puzzles of a query.
func readItems(ctx context.Context, s *Store, query string, args ...any) ([]Item, error) {
	var items []Item
	var raw rawItem
	err := file.Found(s.read.QueryContext(context.WithoutCancel(ctx), query, args...)).Each(func() error {
		item, _, err := item(ctx, s, &raw)
		items = append(items, item)
		return err
	}, raw.fields()...)
	if err := cmp.Or(ctx.Err(), file.Explain(err)); err != nil {
		return nil, err
	}
	return items, nil
}

// bareColumns are what eachBare needs of puzzle p, but for its comment.
const bareColumns = "p.id, p.geometry_id, p.cells, NULL"

// commentedColumns are bareColumns with the comment.
const commentedColumns = "p.id, p.geometry_id, p.cells, p.comment"

// eachBare calls each with the puzzles of a query, without their names. Further columns go into more.
func eachBare(ctx context.Context, s *Store, query string, args []any, each func(Item) error, more ...any) error {
	var g *row.Geometry
	var id, geometry int64
	var cells any
	var comment sql.NullString
	return file.Found(s.read.QueryContext(ctx, query, args...)).Each(func() (err error) {
		if g == nil || g.ID != geometry {
			if g, err = geometryByID(ctx, s, geometry); err != nil {
				return err
			}
		}
		p, err := g.Puzzle(cells)
		if err != nil {
			return fmt.Errorf("reading puzzle %d: %w", id, err)
		}
		p.Comment = comment.String
		return each(Item{ID: id, Puzzle: p})
	}, append([]any{&id, &geometry, &cells, &comment}, more...)...)
}

// rawItem is a row of itemColumns.
type rawItem struct {
	id, geometry int64
	cells        any
	name         sql.NullString
	source       int64
	line         sql.NullInt64
	comment      sql.NullString
}

// fields returns the targets of a scan.
func (r *rawItem) fields() []any {
	return []any{&r.id, &r.geometry, &r.cells, &r.name, &r.source, &r.line, &r.comment}
}

// item makes the puzzle of a row.
func item(ctx context.Context, s *Store, r *rawItem) (Item, *row.Geometry, error) {
	g, err := geometryByID(ctx, s, r.geometry)
	if err != nil {
		return Item{}, g, err
	}
	p, err := g.Puzzle(r.cells)
	if err != nil {
		return Item{}, g, fmt.Errorf("reading puzzle %d: %w", r.id, err)
	}
	source, err := sourceName(ctx, s, r.source)
	if err != nil {
		return Item{}, g, err
	}
	p.Name, p.Comment = cmp.Or(r.name.String, r.place(source)), r.comment.String
	return Item{ID: r.id, Puzzle: p}, g, nil
}

// place is source:line, or the source alone.
func (r *rawItem) place(source string) string {
	if r.line.Valid {
		return source + ":" + strconv.FormatInt(r.line.Int64, 10)
	}
	return source
}
