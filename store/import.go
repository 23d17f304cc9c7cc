package store

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Entry is a puzzle on its way into the library.
type Entry struct {
	Puzzle   *sudoku.Puzzle
	Tags     []string
	Solution sudoku.Grid    // nil, or a claimed solution, which is kept if it is one
	Stated   []sudoku.Grade // values that the source states, kept as grades by "imported"
}

// Imported counts what an import did.
type Imported struct {
	Source     int64 // id of the source
	Read       int   // entries
	New        int   // puzzles that the library did not hold
	Duplicates int   // entries equal to a puzzle of the library or to an earlier entry
	Refuted    int   // claimed solutions that are none
}

// importBatch is how many puzzles one transaction takes.
const importBatch = 20_000

// Import stores puzzles in transactions of 20,000 and constant memory. A puzzle that is already there is not
// stored again; the further place is recorded. A line number is taken from the puzzle's name when that is
// source:number. When ctx ends, what was counted is stored.
func (s *Store) Import(ctx context.Context, src Source, entries iter.Seq[Entry]) (Imported, error) {
	var sum Imported
	pending := make([]Entry, 0, importBatch)
	save := func() error {
		err := s.update(ctx, func(b *batch) error { return s.importBatch(b, src, pending, &sum) })
		pending = pending[:0]
		return err
	}
	for e := range entries {
		if pending = append(pending, e); len(pending) < importBatch {
			continue
		}
		if err := save(); err != nil {
			return sum, fmt.Errorf("importing %q: %w", src.Name, err)
		}
	}
	if err := save(); err != nil {
		return sum, fmt.Errorf("importing %q: %w", src.Name, err)
	}
	return sum, nil
}

// newPuzzle is an entry ready to be inserted.
type newPuzzle struct {
	Entry
	id       int64 // that it gets if it is new; after the insert, that of the equal puzzle
	geometry geometry
	cells    any
	line     any // int, or nil
	name     any // string, or nil where source:line says it
}

func (s *Store) importBatch(b *batch, src Source, entries []Entry, sum *Imported) error {
	source, err := b.sourceOf(src)
	if err != nil {
		return err
	}
	puzzles, err := s.newPuzzles(b, src.Name, entries)
	if err != nil {
		return err
	}
	known, err := b.insertPuzzles(source, puzzles)
	if err != nil {
		return err
	}
	refuted, err := b.insertClaims(puzzles)
	if err != nil {
		return err
	}
	if err := b.insertStated(src, source, puzzles); err != nil {
		return err
	}
	done := Imported{Source: source, Read: sum.Read + len(entries), New: sum.New + len(entries) - known,
		Duplicates: sum.Duplicates + known, Refuted: sum.Refuted + refuted}
	b.afterCommit(func() { *sum = done })
	return b.tagEntries(puzzles)
}

// newPuzzles gives each entry the next id and sorts by cells: the index is then written in order.
func (s *Store) newPuzzles(b *batch, source string, entries []Entry) ([]newPuzzle, error) {
	var last int64
	if err := b.queryRow("SELECT coalesce(max(id), 0) FROM puzzle").Scan(&last); err != nil {
		return nil, err
	}
	puzzles := make([]newPuzzle, len(entries))
	for i, e := range entries {
		g, err := s.geometryOf(b, e.Puzzle.Geometry)
		if err != nil {
			return nil, err
		}
		n := newPuzzle{Entry: e, id: last + 1 + int64(i), geometry: g, cells: g.cellsOf(e.Puzzle)}
		n.line, n.name = place(source, e.Puzzle.Name)
		puzzles[i] = n
	}
	slices.SortStableFunc(puzzles, func(a, b newPuzzle) int {
		return cmp.Or(compareCells(a.cells, b.cells), cmp.Compare(a.geometry.id, b.geometry.id))
	})
	return puzzles, nil
}

// place splits "source:7" into line 7 and no name of its own.
func place(source, name string) (line, ownName any) {
	if rest, ok := strings.CutPrefix(name, source+":"); ok {
		if n, err := strconv.Atoi(rest); err == nil {
			return n, nil
		}
	}
	if name == "" {
		return nil, nil
	}
	return nil, name
}

// compareCells orders as SQLite does: text before blobs, each bytewise.
func compareCells(a, b any) int {
	x, xBlob := a.([]byte)
	y, yBlob := b.([]byte)
	switch {
	case xBlob && yBlob:
		return bytes.Compare(x, y)
	case xBlob:
		return 1
	case yBlob:
		return -1
	}
	return cmp.Compare(a.(string), b.(string))
}

// insertPuzzles stores those that are new and returns how many were known already; each then has its row's
// id.
func (b *batch) insertPuzzles(source int64, puzzles []newPuzzle) (known int, err error) {
	into := b.inserter("puzzle (id, geometry_id, cells, clues, source_id, line, name, comment)",
		"ON CONFLICT (cells, geometry_id) DO NOTHING")
	again := b.inserter("recurrence (source_id, line, puzzle_id)", "ON CONFLICT DO NOTHING")
	into.written = func(first, rows, changed int) error {
		known += rows - changed
		if rows == changed {
			return nil
		}
		return b.findKnown(source, puzzles[first:first+rows], again)
	}
	for _, n := range puzzles {
		var comment any
		if n.Puzzle.Comment != "" {
			comment = n.Puzzle.Comment
		}
		err := into.add(n.id, n.geometry.id, n.cells, n.Puzzle.Clues(), source, n.line, n.name, comment)
		if err != nil {
			return 0, err
		}
	}
	if err := into.flush(); err != nil {
		return 0, err
	}
	return known, again.flush()
}

// findKnown sets the ids of puzzles that were not inserted and records where they were seen again.
func (b *batch) findKnown(source int64, puzzles []newPuzzle, again *inserter) error {
	find, err := b.tx.PrepareContext(b.ctx,
		"SELECT id, source_id = ? AND line IS ? FROM puzzle WHERE cells = ? AND geometry_id = ?")
	if err != nil {
		return err
	}
	defer find.Close()
	for i := range puzzles {
		n := &puzzles[i]
		var id int64
		var sameLine bool
		err := find.QueryRowContext(b.ctx, source, n.line, n.cells, n.geometry.id).Scan(&id, &sameLine)
		if err != nil {
			return err
		}
		if id != n.id && !sameLine {
			line := n.line
			if line == nil {
				line = 0
			}
			if err := again.add(source, line, id); err != nil {
				return err
			}
		}
		n.id = id
	}
	return nil
}
