package store

import (
	"context"
	"fmt"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store/internal/file"
	"github.com/sudokuctl/sudokuctl/store/internal/row"
)

// geometryOf returns the row of g, which is made when it is new.
func (b *batch) geometryOf(g *sudoku.Geometry) (row.Geometry, error) {
	if b.latest.Geometry == g {
		return b.latest, nil
	}
	text := g.String()
	for _, known := range []map[string]row.Geometry{b.known, b.made} {
		if stored, ok := known[text]; ok {
			b.latest = stored
			return stored, nil
		}
	}
	blank := &sudoku.Puzzle{Geometry: g, Givens: make(sudoku.Grid, g.Cells())}
	prefix, suffix, _ := strings.Cut(blank.String(), blank.CellText())
	var id int64
	err := b.QueryRow(`INSERT INTO geometry (text, digits, cells, prefix, suffix) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (text) DO UPDATE SET digits = digits RETURNING id`,
		text, g.N(), g.Cells(), prefix, suffix).Scan(&id)
	if err != nil {
		return row.Geometry{}, fmt.Errorf("storing geometry %q: %w", text, err)
	}
	stored := row.NewGeometry(id, g)
	b.latest = stored
	if b.made == nil {
		b.made = map[string]row.Geometry{}
	}
	b.made[text] = stored
	b.AfterCommit(func() { b.known[text] = stored })
	return stored, nil
}

// geometryByID returns the geometry that a row describes.
func (s *reader) geometryByID(ctx context.Context, id int64) (row.Geometry, error) {
	if stored, ok := s.geometriesByID.Load(id); ok {
		return stored.(row.Geometry), nil
	}
	var text string
	if err := s.read.QueryRowContext(ctx, "SELECT text FROM geometry WHERE id = ?", id).Scan(&text); err != nil {
		return row.Geometry{}, fmt.Errorf("reading geometry %d: %w", id, file.Explain(err))
	}
	g, err := sudoku.ParseGeometry(text)
	if err != nil {
		return row.Geometry{}, fmt.Errorf("reading geometry %d: %w", id, err)
	}
	stored := row.NewGeometry(id, g)
	s.geometriesByID.Store(id, stored)
	return stored, nil
}
