package library

import (
	"cmp"
	"slices"
	"testing"
)

// First returns the n of the ids that come first in the order that a seed gives to the puzzles of a library.
func First(ids []int64, last int64, seed uint64, n int) []int64 {
	s := newShuffle(last, seed)
	ids = slices.SortedFunc(slices.Values(ids), func(a, b int64) int { return cmp.Compare(s.place(a), s.place(b)) })
	return ids[:min(n, len(ids))]
}

// ProbePlan returns SQLite's query plan of a look-up of puzzles by their numbers.
func ProbePlan(t *testing.T, s *Reader, f Filter) string {
	t.Helper()
	c, err := s.translate(t.Context(), f, true)
	if err != nil {
		t.Fatal(err)
	}
	id, query := c.names.Among(c.where)
	return explained(t, s, "SELECT "+id+query, append([]any{"[1]"}, c.args...))
}

// Plan returns SQLite's query plan of a listing.
func Plan(t *testing.T, s *Reader, f Filter) string {
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
func FirstPlan(t *testing.T, s *Reader, f Filter) string {
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

func explained(t *testing.T, s *Reader, query string, args []any) string {
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
