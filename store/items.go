package store

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
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

// bareColumns are what readBare needs of puzzle p.
const bareColumns = "p.id, p.geometry_id, p.cells"

// readBare returns puzzles without their names and comments, in a quarter of the time. The query is in the order of ids.
func readBare(ctx context.Context, s *Store, query string, args ...any) ([]Item, error) {
	items, err := uniform(ctx, s, query, args)
	if items != nil || err != nil {
		return items, err
	}
	return oneByOne(ctx, s, query, args)
}

// readCommented returns some puzzles without their names. It reads those without comments as readBare does.
func readCommented(ctx context.Context, s *Store, ids []int64) (items []Item, err error) {
	first, last := ids[0], ids[len(ids)-1]
	among, args := " FROM puzzle p WHERE p.id IN (SELECT value FROM json_each(?))", []any{file.Numbers(ids)}
	if last-first == int64(len(ids))-1 {
		among, args = " FROM puzzle p WHERE p.id BETWEEN ? AND ?", []any{first, last}
	}
	if items, err = readBare(ctx, s, "SELECT "+bareColumns+among+" ORDER BY p.id", args...); err != nil {
		return nil, err
	}
	var id int64
	var comment string
	err = file.Found(s.read.QueryContext(ctx, "SELECT p.id, p.comment"+among+" AND p.comment IS NOT NULL", args...)).Each(func() error {
		if i, ok := slices.BinarySearchFunc(items, id, func(item Item, id int64) int { return cmp.Compare(item.ID, id) }); ok {
			items[i].Puzzle.Comment = comment
		}
		return nil
	}, &id, &comment)
	return items, err
}

// uniform reads puzzles of one geometry whose cells are packed, as most are, all in one row: SQLite takes less time to put
// them together than to hand them over one by one. It returns nothing if the puzzles are others.
func uniform(ctx context.Context, s *Store, query string, args []any) ([]Item, error) {
	var least, greatest sql.NullInt64
	var ids, cells sql.RawBytes
	rows, err := s.read.QueryContext(context.WithoutCancel(ctx),
		`SELECT min(geometry_id), max(geometry_id), group_concat(id, ' '), group_concat(hex(cells), ' ')
		FROM (`+query+")", args...)
	if err != nil {
		return nil, file.Explain(err)
	}
	defer rows.Close()
	if !rows.Next() {
		return nil, file.Explain(rows.Err())
	}
	if err := rows.Scan(&least, &greatest, &ids, &cells); err != nil {
		return nil, file.Explain(err)
	}
	if !least.Valid || least.Int64 != greatest.Int64 {
		return nil, nil
	}
	g, err := geometryByID(ctx, s, least.Int64)
	if err != nil {
		return nil, err
	}
	puzzles := g.Puzzles(cells)
	if puzzles == nil {
		return nil, ctx.Err()
	}
	items := make([]Item, len(puzzles))
	last := int64(0)
	for i := range puzzles {
		number, rest, _ := bytes.Cut(ids, []byte{' '})
		id, err := strconv.ParseInt(string(number), 10, 64)
		if err != nil || id <= last {
			return nil, ctx.Err()
		}
		items[i], ids, last = Item{ID: id, Puzzle: puzzles[i]}, rest, id
	}
	return items, ctx.Err()
}

// oneByOne reads puzzles of any geometries.
func oneByOne(ctx context.Context, s *Store, query string, args []any) ([]Item, error) {
	var items []Item
	var g *row.Geometry
	var id, geometry int64
	var cells any
	err := file.Found(s.read.QueryContext(context.WithoutCancel(ctx), query, args...)).Each(func() (err error) {
		if g == nil || g.ID != geometry {
			if g, err = geometryByID(ctx, s, geometry); err != nil {
				return err
			}
		}
		p, err := g.Puzzle(cells)
		if err != nil {
			return fmt.Errorf("reading puzzle %d: %w", id, err)
		}
		items = append(items, Item{ID: id, Puzzle: p})
		return nil
	}, &id, &geometry, &cells)
	if err := cmp.Or(ctx.Err(), file.Explain(err)); err != nil {
		return nil, err
	}
	return items, nil
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
