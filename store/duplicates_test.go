package store_test

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/store"
)

// TestTheIndexOfCanonicalKeysIsMadeAnew saves the keys of most puzzles, without the index, and then of a few.
func TestTheIndexOfCanonicalKeysIsMadeAnew(t *testing.T) {
	s := newLibrary(t)
	indexes := func() string {
		t.Helper()
		return one(t, s, "SELECT count(*) FROM sqlite_schema WHERE name = 'canonical_puzzle_key'")
	}
	linked := int64(0)
	for _, c := range []struct {
		puzzles int
		indexes string // while keys are saved
	}{{10, "0"}, {19, "1"}, {50, "0"}} {
		must(s.Import(t.Context(), store.Source{Name: "a"}, entriesOf("a", 0, c.puzzles)))(t)
		if err := s.ExpectCanonical(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := indexes(); got != c.indexes {
			t.Errorf("%d puzzles: %s indexes while keys are saved, want %s", c.puzzles, got, c.indexes)
		}
		for items, err := range s.WithoutCanonical(t.Context(), nil, 100) {
			if err != nil {
				t.Fatal(err)
			}
			var keys []store.Canonical
			for _, i := range items {
				keys = append(keys, store.Canonical{ID: i.ID, Puzzle: []byte{byte(i.ID % 4)}})
			}
			if err := s.SaveCanonical(t.Context(), keys); err != nil {
				t.Fatal(err)
			}
		}
		if ids := must(s.WithCanonical(t.Context(), []byte{3}))(t); len(ids) != (c.puzzles+1)/4 {
			t.Errorf("%d of %d puzzles have the key 3", len(ids), c.puzzles)
		}
		linked += must(s.LinkDuplicates(t.Context()))(t)
		if got := indexes(); got != "1" || linked != int64(c.puzzles-4) {
			t.Errorf("%d puzzles: %s indexes and %d links, want 1 and %d", c.puzzles, got, linked, c.puzzles-4)
		}
	}
	if err := s.SaveCanonical(t.Context(), []store.Canonical{{ID: 51, Puzzle: []byte{1}}}); err == nil {
		t.Error("the key of a puzzle that there is not was saved")
	}
	sound(t, s, 50)
}
