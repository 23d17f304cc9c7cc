package store

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"testing"
)

// Path returns the name of the database file.
func (s *Store) Path() string { return s.file.Path }

// SetBusyTimeout makes the writer wait less for other processes.
func (s *Store) SetBusyTimeout(t *testing.T, ms int) { s.pragma(t, "busy_timeout", ms) }

// SetMaxPages limits the size of the file, as a full disk would.
func (s *Store) SetMaxPages(t *testing.T, pages int) { s.pragma(t, "max_page_count", pages) }

func (s *Store) pragma(t *testing.T, name string, value int) {
	t.Helper()
	err := s.update(t.Context(), func(b *batch) error {
		_, err := b.Exec(fmt.Sprintf("PRAGMA %s = %d", name, value))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Pending walks over the puzzles that one task still has to do.
func (t *Task) Pending(ctx context.Context, sel Selection, size int) iter.Seq2[[]Item, error] {
	return func(yield func([]Item, error) bool) {
		for lists, err := range Pending(ctx, []*Task{t}, sel, size) {
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(lists[0], nil) {
				return
			}
		}
	}
}

// Portions returns how many bytes of chosen ids each query of a walk over a selection reads.
func Portions(sel Selection, size int) (bytes []int) {
	all, _ := legs(context.Background(), nil, sel, size)
	for l := range all {
		bytes = append(bytes, len(l.ids))
	}
	return bytes
}

// StorePuzzles stores puzzles in a batch that ends with an error, and returns how many were known.
func StorePuzzles(s *Store, entries iter.Seq[Entry], end error) (known int, err error) {
	err = s.load(context.Background(), func(b *batch) error {
		source, err := b.Source(Source{Name: "file"})
		if err != nil {
			return err
		}
		var puzzles []incoming
		for e := range entries {
			g, err := b.Geometry(e.Puzzle.Geometry())
			if err != nil {
				return err
			}
			cells, at := g.CellsOf(e.Puzzle), placed{Source: source}
			puzzles = append(puzzles, incoming{Puzzle: e.Puzzle, Geometry: g, Cells: cells, Key: g.Key(e.Puzzle, cells), Here: at, First: at})
		}
		if known, err = b.Recognise(puzzles, nil); err != nil {
			return err
		}
		return cmp.Or(b.InsertPuzzles(puzzles, nil), end)
	})
	return known, err
}

// First returns the n of the ids that come first in the order that a seed gives to the puzzles of a library.
func First(ids []int64, last int64, seed uint64, n int) []int64 {
	s := newShuffle(last, seed)
	ids = slices.SortedFunc(slices.Values(ids), func(a, b int64) int { return cmp.Compare(s.place(a), s.place(b)) })
	return ids[:min(n, len(ids))]
}

// ProbePlan returns SQLite's query plan of a look-up of puzzles by their numbers.
func ProbePlan(t *testing.T, s *Store, f Filter) string {
	t.Helper()
	f.IDs = make([]int64, 1000)
	for i := range f.IDs {
		f.IDs[i] = int64(i)
	}
	c, err := s.conditions(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	id, query := c.names.Numbers(c.where)
	return explained(t, s, "SELECT "+id+query, c.args)
}

// Plan returns SQLite's query plan of a listing.
func Plan(t *testing.T, s *Store, f Filter) string {
	t.Helper()
	clause, args, err := clause(t.Context(), s, f)
	if err != nil {
		t.Fatal(err)
	}
	names, err := newCatalogue(t.Context(), s, nil)
	if err != nil {
		t.Fatal(err)
	}
	return explained(t, s, names.query(clause), args)
}

// FirstPlan returns SQLite's query plan of what finds the first puzzles by a metric.
func FirstPlan(t *testing.T, s *Store, f Filter) string {
	t.Helper()
	c, err := s.conditions(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	by, err := sorted(t.Context(), s, c, f)
	if err != nil {
		t.Fatal(err)
	}
	query, args := firstQuery(c, f, by)
	return explained(t, s, query, args)
}

// WindowPlan returns SQLite's query plan of what counts puzzles of a sample.
func WindowPlan(t *testing.T, s *Store, f Filter) string {
	t.Helper()
	c, err := s.translate(t.Context(), f, true)
	if err != nil {
		t.Fatal(err)
	}
	level := rating(f.Levels, c)
	from, in := windowOf(c)
	return explained(t, s, "SELECT "+level+from+" WHERE "+in, append(c.args, 1, 32))
}

func explained(t *testing.T, s *Store, query string, args []any) string {
	t.Helper()
	rows, err := s.read.Query("EXPLAIN QUERY PLAN "+query, args...)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	plan := ""
	for rows.Next() {
		var id, parent, unused int
		var detail string
		if err := rows.Scan(&id, &parent, &unused, &detail); err != nil {
			t.Fatal(err)
		}
		plan += detail + "\n"
	}
	return plan
}
