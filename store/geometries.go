package store

import (
	"context"
	"fmt"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// geometry is what a row of the table geometry describes.
type geometry struct {
	*sudoku.Geometry
	id         int64
	packed     bool    // cells and grids are blobs of two cells a byte
	symmetries [][]int // see symmetryMaps
}

func newGeometry(id int64, g *sudoku.Geometry) geometry {
	head, _, _ := strings.Cut(g.String(), ":")
	return geometry{Geometry: g, id: id, packed: g.N() <= 15 && !strings.Contains(head, "@"),
		symmetries: symmetryMaps(g)}
}

// geometryOf returns the row of g, which is made when it is new.
func (b *batch) geometryOf(g *sudoku.Geometry) (geometry, error) {
	if b.latest.Geometry == g {
		return b.latest, nil
	}
	text := g.String()
	for _, known := range []map[string]geometry{b.known, b.made} {
		if row, ok := known[text]; ok {
			b.latest = row
			return row, nil
		}
	}
	blank := &sudoku.Puzzle{Geometry: g, Givens: make(sudoku.Grid, g.Cells())}
	prefix, suffix, _ := strings.Cut(blank.String(), blank.CellText())
	var id int64
	err := b.queryRow(`INSERT INTO geometry (text, digits, cells, prefix, suffix) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (text) DO UPDATE SET digits = digits RETURNING id`,
		text, g.N(), g.Cells(), prefix, suffix).Scan(&id)
	if err != nil {
		return geometry{}, fmt.Errorf("storing geometry %q: %w", text, err)
	}
	row := newGeometry(id, g)
	b.latest = row
	if b.made == nil {
		b.made = map[string]geometry{}
	}
	b.made[text] = row
	b.afterCommit(func() { b.known[text] = row })
	return row, nil
}

// geometryByID returns the geometry that a row describes.
func (s *reader) geometryByID(ctx context.Context, id int64) (geometry, error) {
	if row, ok := s.geometriesByID.Load(id); ok {
		return row.(geometry), nil
	}
	var text string
	if err := s.read.QueryRowContext(ctx, "SELECT text FROM geometry WHERE id = ?", id).Scan(&text); err != nil {
		return geometry{}, fmt.Errorf("reading geometry %d: %w", id, explain(err))
	}
	g, err := sudoku.ParseGeometry(text)
	if err != nil {
		return geometry{}, fmt.Errorf("reading geometry %d: %w", id, err)
	}
	row := newGeometry(id, g)
	s.geometriesByID.Store(id, row)
	return row, nil
}
