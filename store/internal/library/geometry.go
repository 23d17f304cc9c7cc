package library

import (
	"context"
	"fmt"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store/internal/file"
	"github.com/sudokuctl/sudokuctl/store/internal/row"
)

// Geometry returns the geometry that a row describes.
func Geometry(ctx context.Context, s *Reader, id int64) (row.Geometry, error) {
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
