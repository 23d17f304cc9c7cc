package store

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strconv"

	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Entry is a puzzle on its way into the library.
type Entry struct {
	Puzzle   *sudoku.Puzzle
	Name     string // that people gave it, "" if the puzzle's own is a place
	Tags     []string
	Solution sudoku.Grid    // nil, or a claimed solution, which is kept if it is one
	Stated   []sudoku.Grade // values that the source states, kept as grades by "imported"
	Origin   *Origin        // nil, or where the source has the puzzle from, which is then its first place
}

// Origin is a place that is not part of the import at hand.
type Origin struct {
	Source       // its ID does not count
	Line   int64 // from 1, 0 if there is none
}

// Imported counts what an import did.
type Imported struct {
	Source     int64 // id of the source
	Read       int   // entries
	New        int   // puzzles that the library did not hold
	Duplicates int   // entries equal to a puzzle of the library or to an earlier entry
	Refuted    int   // claimed solutions that are wrong
}

// importBatch is how many puzzles one transaction takes.
const importBatch = 10_000

// Import stores puzzles in transactions of 10,000 and constant memory; while one is under way the next entries are
// taken. A puzzle that is already there is not stored again; the further place is recorded. A line number is taken from
// the puzzle's name when that is source:number. When ctx ends, the counted puzzles are stored.
func (s *Store) Import(ctx context.Context, src Source, entries iter.Seq[Entry]) (Imported, error) {
	sum, err := s.ImportMore(ctx, src, entries)
	if err == nil {
		err = s.EndImports(ctx)
	}
	return sum, err
}

// EndImports says that nothing follows on calls of ImportMore. Without it the library is whole, but finding a puzzle takes longer.
func (s *Store) EndImports(ctx context.Context) error {
	if err := s.load(ctx, (*batch).EndPuzzles); err != nil {
		return fmt.Errorf("ending an import: %w", err)
	}
	return nil
}

// ImportMore is Import of one of many sources.
func (s *Store) ImportMore(ctx context.Context, src Source, entries iter.Seq[Entry]) (sum Imported, err error) {
	pending, spare := make([]Entry, 0, importBatch), make([]Entry, 0, importBatch)
	var saved chan error // of the transaction under way, nil if there is none
	wait := func() error {
		if saved == nil {
			return nil
		}
		err := <-saved
		saved = nil
		return err
	}
	save := func() error {
		if err := wait(); err != nil {
			return err
		}
		entries, done := pending, make(chan error, 1)
		pending, spare, saved = spare[:0], entries, done
		go func() {
			done <- s.load(ctx, func(b *batch) error {
				return (&importing{batch: b, from: src, entries: entries}).run(&sum)
			})
		}()
		return nil
	}
	for e := range entries {
		if pending = append(pending, e); len(pending) < importBatch {
			continue
		}
		if err = save(); err != nil {
			break
		}
	}
	if err == nil {
		err = save()
	}
	if last := wait(); err == nil {
		err = last
	}
	if err != nil {
		return sum, fmt.Errorf("importing %q: %w", src.Name, err)
	}
	return sum, nil
}

// importing is a batch of entries on their way into the library.
type importing struct {
	*batch
	from    Source
	source  int64 // its id
	entries []Entry
	puzzles []incoming // of the entries
}

func (b *importing) run(sum *Imported) (err error) {
	if b.source, err = b.Source(b.from); err != nil {
		return err
	}
	if err := b.newPuzzles(); err != nil {
		return err
	}
	if err := b.places(); err != nil {
		return err
	}
	known, err := b.Recognise(b.puzzles)
	if err != nil {
		return err
	}
	if err := b.InsertPuzzles(b.puzzles, nil); err != nil {
		return err
	}
	if err := b.InsertRecurrences(b.puzzles); err != nil {
		return err
	}
	refuted, err := b.insertClaims()
	if err != nil {
		return err
	}
	if err := b.insertStated(); err != nil {
		return err
	}
	done := Imported{Source: b.source, Read: sum.Read + len(b.entries), New: sum.New + len(b.entries) - known,
		Duplicates: sum.Duplicates + known, Refuted: sum.Refuted + refuted}
	b.AfterCommit(func() { *sum = done })
	return b.tagEntries()
}

func (b *importing) newPuzzles() error {
	b.puzzles = make([]incoming, len(b.entries))
	for i, e := range b.entries {
		g, err := b.Geometry(e.Puzzle.Geometry())
		if err != nil {
			return err
		}
		n := &b.puzzles[i]
		n.Puzzle, n.Geometry, n.Cells = e.Puzzle, g, g.CellsOf(e.Puzzle)
		n.Key = g.Key(e.Puzzle, n.Cells)
		n.Here.Line, n.Name = placeOf(b.from.Name, e.Puzzle.Name)
		if e.Name != "" {
			n.Name = plain.Line(e.Name)
		}
	}
	return nil
}

// places fills in where the puzzles are from; the sources that entries name are made when they are new.
func (b *importing) places() error {
	named := map[Source]int64{}
	for i := range b.puzzles {
		n := &b.puzzles[i]
		n.Here.Source = b.source
		n.First = n.Here
		origin := b.entries[i].Origin
		if origin == nil {
			continue
		}
		id, ok := named[origin.Source]
		if !ok {
			var err error
			if id, err = b.Source(origin.Source); err != nil {
				return err
			}
			named[origin.Source] = id
		}
		if n.First = (placed{Source: id}); b.entries[i].Name == "" {
			n.Name = nil
		}
		if origin.Line > 0 {
			n.First.Line = origin.Line
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

// insertClaims keeps the claimed solutions of imported entries that are solutions, and counts the others.
func (b *importing) insertClaims() (refuted int, err error) {
	var claims []int
	var ids []int64
	for i, e := range b.entries {
		switch {
		case e.Solution == nil:
		case sudoku.Verify(e.Puzzle, e.Solution) != nil:
			refuted++
		default:
			claims, ids = append(claims, i), append(ids, b.puzzles[i].ID)
		}
	}
	slices.Sort(ids)
	known, err := b.Answers(slices.Compact(ids))
	if err != nil {
		return 0, err
	}
	for _, i := range claims {
		n := &b.puzzles[i]
		known.Of(n.ID).Learn(sudoku.Solved, []any{n.Geometry.GridOf(b.entries[i].Solution)})
	}
	return refuted, b.SaveAnswers(known)
}

// tagEntries gives imported puzzles the tags of their entries. Tags are stored in the order in which they first
// come, so that importing the same files gives the same library.
func (b *importing) tagEntries() error {
	var tags []string
	byTag := map[string][]int64{}
	for i, e := range b.entries {
		for _, t := range e.Tags {
			if byTag[t] == nil {
				tags = append(tags, t)
			}
			byTag[t] = append(byTag[t], b.puzzles[i].ID)
		}
	}
	for _, tag := range tags {
		id, err := b.Tag(tag)
		if err != nil {
			return err
		}
		if err := b.Link(id, byTag[tag]); err != nil {
			return err
		}
	}
	return nil
}
