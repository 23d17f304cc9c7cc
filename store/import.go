package store

import (
	"context"
	"fmt"
	"iter"
	"strconv"

	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store/internal/row"
)

// Entry is a puzzle on its way into the library.
type Entry struct {
	Puzzle   *sudoku.Puzzle
	Tags     []string
	Solution sudoku.Grid    // nil, or a claimed solution, which is kept if it is one
	Stated   []sudoku.Grade // values that the source states, kept as grades by "imported"
	Origin   *Origin        // nil, or where the source has the puzzle from, which is then its first place
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
		err := s.update(ctx, func(b *batch) error { return (&importing{batch: b, from: src}).entries(pending, &sum) })
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
	id       int64
	known    bool // the library, or an earlier entry, holds it: id is that one's
	geometry row.Geometry
	cells    any
	key      int64
	name     any   // string, or nil where source:line says it
	here     place // where this import has it
	first    place // where it was first: here, or where the entry says
	home     place // first place of the puzzle that the library holds
}

// importing is a batch of entries on their way into the library.
type importing struct {
	*batch
	from    Source
	source  int64 // its id
	puzzles []newPuzzle
}

func (b *importing) entries(entries []Entry, sum *Imported) (err error) {
	if b.source, err = b.sourceOf(b.from); err != nil {
		return err
	}
	if err := b.newPuzzles(entries); err != nil {
		return err
	}
	if err := b.places(); err != nil {
		return err
	}
	known, err := b.recognise()
	if err != nil {
		return err
	}
	if err := b.insertPuzzles(); err != nil {
		return err
	}
	if err := b.insertRecurrences(); err != nil {
		return err
	}
	refuted, err := b.insertClaims()
	if err != nil {
		return err
	}
	if err := b.insertStated(); err != nil {
		return err
	}
	done := Imported{Source: b.source, Read: sum.Read + len(entries), New: sum.New + len(entries) - known,
		Duplicates: sum.Duplicates + known, Refuted: sum.Refuted + refuted}
	b.AfterCommit(func() { *sum = done })
	return b.tagEntries()
}

func (b *importing) newPuzzles(entries []Entry) error {
	b.puzzles = make([]newPuzzle, len(entries))
	for i, e := range entries {
		g, err := b.geometryOf(e.Puzzle.Geometry)
		if err != nil {
			return err
		}
		n := &b.puzzles[i]
		n.Entry, n.geometry, n.cells = e, g, g.CellsOf(e.Puzzle)
		n.key = row.Key(g.ID, n.cells)
		n.here.line, n.name = placeOf(b.from.Name, e.Puzzle.Name)
	}
	return nil
}

// places fills in where the puzzles are from; the sources that entries name are made when they are new.
func (b *importing) places() error {
	named := map[Source]int64{}
	for i := range b.puzzles {
		n := &b.puzzles[i]
		n.here.source = b.source
		n.first = n.here
		if n.Origin == nil {
			continue
		}
		id, ok := named[n.Origin.Source]
		if !ok {
			var err error
			if id, err = b.sourceOf(n.Origin.Source); err != nil {
				return err
			}
			named[n.Origin.Source] = id
		}
		n.first, n.name = place{source: id}, nil
		if n.Origin.Line > 0 {
			n.first.line = n.Origin.Line
		}
	}
	return nil
}

// placeOf splits "source:7" into line 7 and no name of its own.
func placeOf(source, name string) (line, ownName any) {
	if len(name) > len(source) && name[len(source)] == ':' && name[:len(source)] == source {
		if n, err := strconv.ParseInt(name[len(source)+1:], 10, 64); err == nil {
			return n, nil
		}
	}
	if name == "" {
		return nil, nil
	}
	return nil, plain.Line(name)
}

// insertPuzzles stores those that are not known, in the order of their ids.
func (b *importing) insertPuzzles() error {
	into := b.Inserter("puzzle (id, geometry_id, cells, key, clues, symmetry, source_id, line, name, comment)",
		"")
	for i := range b.puzzles {
		n := &b.puzzles[i]
		if n.known {
			continue
		}
		var comment any
		if n.Puzzle.Comment != "" {
			comment = plain.Text(n.Puzzle.Comment)
		}
		err := into.Add(n.id, n.geometry.ID, n.cells, n.key, n.Puzzle.Clues(), n.geometry.Symmetry(n.Puzzle),
			n.first.source, n.first.line, n.name, comment)
		if err != nil {
			return err
		}
	}
	return into.Flush()
}
