package store

import (
	"fmt"

	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store/internal/file"
	"github.com/sudokuctl/sudokuctl/store/internal/row"
)

// incoming is a puzzle on its way into the library.
type incoming struct {
	Puzzle   *sudoku.Puzzle
	ID       int64
	Known    bool // the library, or an earlier puzzle of the batch, holds it: ID is that one's
	Geometry *row.Geometry
	Cells    any
	Key      int64
	Name     any    // string, or nil where source:line says it
	Here     placed // where the import has it
	First    placed // where it was first: here, or where the import says
	Home     placed // first place of the puzzle that the library holds
}

// twin is a puzzle of the library, or one that is about to be.
type twin struct {
	id, geometry int64
	cells        any
	home         placed
	next         *twin // another with the same key
}

// is reports whether a stored puzzle equals a new one.
func (t *twin) is(n *incoming) bool {
	return t.geometry == n.Geometry.ID && row.Same(t.cells, n.Cells)
}

// Recognise gives each puzzle its id: the id of the equal puzzle, or the next free one. It returns how many are known.
// What the table of keys says is kept in seen, and taken from there the next time; seen may be nil.
func (b *batch) Recognise(puzzles []incoming, seen *tableTwins) (known int, err error) {
	last, err := b.lastPuzzle()
	if err != nil {
		return 0, err
	}
	twins, err := b.twins(puzzles, seen)
	if err != nil {
		return 0, err
	}
	block := make([]twin, len(puzzles))
	for i := range puzzles {
		n := &puzzles[i]
		n.Known = false
		t := twins[n.Key]
		for t != nil && !t.is(n) {
			t = t.next
		}
		if t == nil {
			last++
			n.ID = last
			block[i] = twin{n.ID, n.Geometry.ID, n.Cells, n.First, twins[n.Key]}
			twins[n.Key] = &block[i]
			n.Home = n.First
			continue
		}
		n.ID, n.Known, n.Home = t.id, true, t.home
		known++
	}
	return known, nil
}

// RequirePuzzles returns an error unless each of the ids, which are in increasing order, is a puzzle's.
func (b *batch) RequirePuzzles(ids []int64) error {
	if len(ids) == 0 {
		return nil
	}
	first, last := ids[0], ids[len(ids)-1]
	query, args := "SELECT count(*) FROM puzzle WHERE id BETWEEN ? AND ?", []any{first, last}
	if last-first != int64(len(ids))-1 {
		query, args = query+" AND id "+file.InNumbers, append(args, file.Numbers(ids))
	}
	var found int
	if err := b.QueryRow(query, args...).Scan(&found); err != nil {
		return err
	}
	if found < len(ids) {
		return fmt.Errorf("%d of %d puzzles from %d to %d are not in the library", len(ids)-found, len(ids), first, last)
	}
	return nil
}

// puzzleColumns are what a puzzle's row has beside answers.
const puzzleColumns = "id, geometry_id, cells, clues, symmetry, source_id, line, name, comment"

// InsertPuzzles stores the new puzzles, in the order of their ids, with their known answers, unless known is nil.
func (b *batch) InsertPuzzles(puzzles []incoming, known *knownAnswers) error {
	into := b.Inserter("puzzle ("+puzzleColumns+", "+answerColumns+")", "")
	var constrained []*incoming
	var digest, found int64
	for i := range puzzles {
		n := &puzzles[i]
		if n.Known {
			continue
		}
		var comment any
		if n.Puzzle.Comment != "" {
			comment = plain.Text(n.Puzzle.Comment)
		}
		columns := [9 + 8]any{n.ID, n.Geometry.ID, n.Cells, n.Puzzle.Clues(), n.Geometry.Symmetry(n.Puzzle),
			n.First.Source, n.First.Line, n.Name, comment, nil, 0}
		digest ^= row.Digest(columns[:9]...)
		if known != nil {
			if a := known.Of(n.ID); a.Changed {
				a.columns(columns[9:])
				found ^= a.digest(n.ID)
				a.Changed, a.result = false, nil
			}
		}
		if err := into.Add(columns[:]...); err != nil {
			return err
		}
		if n.Puzzle.Constraints() != nil {
			constrained = append(constrained, n)
		}
	}
	if err := into.Flush(); err != nil {
		return err
	}
	if err := b.JoinDigest("puzzle", digest); err != nil {
		return err
	}
	if err := b.JoinDigest("answer", found); err != nil {
		return err
	}
	if err := b.countPuzzles(puzzles); err != nil {
		return err
	}
	if err := b.insertConstraints(constrained); err != nil {
		return err
	}
	b.unkeyed.add(puzzles)
	return b.keyIfMany()
}

// countPuzzles adds new puzzles to the counts of their sources.
func (b *batch) countPuzzles(puzzles []incoming) error {
	type count struct{ puzzles, first, last int64 }
	counts := map[int64]*count{}
	for i := range puzzles {
		n := &puzzles[i]
		if n.Known {
			continue
		}
		c := counts[n.First.Source]
		if c == nil {
			c = &count{first: n.ID}
			counts[n.First.Source] = c
		}
		c.puzzles, c.last = c.puzzles+1, n.ID
	}
	for source, c := range counts {
		_, err := b.Exec("UPDATE source SET puzzles = puzzles + ?, first_id = coalesce(first_id, ?), last_id = ? WHERE id = ?", c.puzzles,
			c.first, c.last, source)
		if err != nil {
			return fmt.Errorf("counting puzzles: %w", err)
		}
	}
	return nil
}

// insertConstraints counts the constraints of new puzzles.
func (b *batch) insertConstraints(puzzles []*incoming) error {
	if len(puzzles) == 0 {
		return nil
	}
	into := b.Inserter("puzzle_constraint (puzzle_id, name, n)", "")
	for _, n := range puzzles {
		for _, c := range row.Counts(n.Puzzle) {
			if err := into.Add(n.ID, c.Name, c.N); err != nil {
				return err
			}
		}
	}
	return into.Flush()
}

// InsertRecurrences records the places of puzzles other than their first.
func (b *batch) InsertRecurrences(puzzles []incoming) error {
	into := b.Inserter("recurrence (source_id, line, puzzle_id)", "ON CONFLICT DO NOTHING")
	add := func(at placed, id int64) error {
		if at.Line == nil {
			at.Line = 0
		}
		return into.Add(at.Source, at.Line, id)
	}
	for i := range puzzles {
		n := &puzzles[i]
		if n.Here != n.Home {
			if err := add(n.Here, n.ID); err != nil {
				return err
			}
		}
		if n.First != n.Here && n.First != n.Home {
			if err := add(n.First, n.ID); err != nil {
				return err
			}
		}
	}
	return into.Flush()
}
