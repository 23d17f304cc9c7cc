package store

import (
	"context"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"iter"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store/internal/file"
	"github.com/sudokuctl/sudokuctl/store/internal/row"
)

// Find returns the number of a puzzle of the library, deleted or not. ErrNotFound says that the library does not have it.
func (s *Store) Find(ctx context.Context, p *sudoku.Puzzle) (id int64, err error) {
	g, err := geometryNumber(ctx, s, p.Geometry())
	if err == nil {
		cells := g.CellsOf(p)
		err = s.read.QueryRowContext(ctx, `SELECT p.id FROM puzzle_key k JOIN puzzle p ON p.id = k.puzzle_id
				WHERE k.key = ?1 AND geometry_id = ?2 AND cells = ?3
			UNION ALL SELECT id FROM puzzle WHERE id > (SELECT up_to FROM keyed) AND geometry_id = ?2 AND cells = ?3`,
			g.Key(p, cells), g.ID, cells).Scan(&id)
	}
	if errors.Is(err, sql.ErrNoRows) {
		return 0, ErrNotFound
	}
	if err != nil {
		return 0, fmt.Errorf("looking for a puzzle: %w", file.Explain(err))
	}
	return id, nil
}

// FindUID returns the number of the puzzle with a UID, in hexadecimal as formats.UID has it. ErrNotFound says that the library does not have it.
func (s *Store) FindUID(ctx context.Context, uid string) (id int64, err error) {
	raw, err := hex.DecodeString(uid)
	if err != nil || len(raw) != 16 {
		return 0, ErrNotFound
	}
	items, err := readItems(ctx, s, "SELECT "+itemColumns+` FROM puzzle p WHERE p.id IN (SELECT puzzle_id FROM puzzle_key WHERE key = ?)
		OR p.id > (SELECT up_to FROM keyed)`, row.KeyOf([16]byte(raw)))
	if err != nil {
		return 0, fmt.Errorf("looking for a puzzle: %w", err)
	}
	for _, item := range items {
		if row.UIDOf([]byte(item.Puzzle.String())) == [16]byte(raw) {
			return item.ID, nil
		}
	}
	return 0, ErrNotFound
}

// geometryNumber returns the row of a geometry, or sql.ErrNoRows.
func geometryNumber(ctx context.Context, s *Store, g *sudoku.Geometry) (*row.Geometry, error) {
	var id int64
	err := s.read.QueryRowContext(ctx, "SELECT id FROM geometry WHERE text = ?", g.String()).Scan(&id)
	return row.NewGeometry(id, g), err
}

// WithCanonical returns the puzzles that are known to have a canonical key, deleted ones aside.
func (s *Store) WithCanonical(ctx context.Context, key []byte) ([]int64, error) {
	ids, err := file.Column[int64](file.Found(s.read.QueryContext(ctx,
		"SELECT puzzle_id FROM canonical WHERE puzzle_key = ? "+live+" ORDER BY puzzle_id", row.ShortHash(key))))
	if err != nil {
		return nil, fmt.Errorf("looking for images of a puzzle: %w", file.Explain(err))
	}
	return ids, nil
}

// WithoutCanonical walks over the puzzles that have no canonical key yet, in batches of at most size; if like is not nil, over
// those with as many givens and cells. Keys may be saved during the walk. An error is yielded last.
func (s *Store) WithoutCanonical(ctx context.Context, like *sudoku.Puzzle, size int) iter.Seq2[[]Item, error] {
	query := "SELECT " + itemColumns + ` FROM puzzle p
		WHERE p.id > ? AND NOT EXISTS (SELECT 1 FROM canonical c WHERE c.puzzle_id = p.id)` + notDeleted
	if like != nil {
		query += fmt.Sprintf(" AND p.clues = %d AND p.geometry_id IN (SELECT id FROM geometry WHERE cells = %d)", like.Clues(),
			like.Geometry().Cells())
	}
	return func(yield func([]Item, error) bool) {
		for after := int64(0); ; {
			items, err := readItems(ctx, s, query+" ORDER BY p.id LIMIT ?", after, size)
			if err != nil {
				yield(nil, fmt.Errorf("reading puzzles without canonical key: %w", err))
				return
			}
			if len(items) == 0 || !yield(items, nil) {
				return
			}
			after = items[len(items)-1].ID
		}
	}
}
