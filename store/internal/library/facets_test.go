package library_test

import (
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/store/internal/storetest"
)

func TestFacets(t *testing.T) {
	s := storetest.GradedLibrary(t, 1000)
	all, err := s.Facets(t.Context(), store.Filter{}, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		by, what string
		want     int64
	}{{"verdict", "unique", 1000}, {"geometry", "9", 1000}, {"tag", "x", 100}, {"flag", "dup", 0}} {
		if got := all.Counts[c.by][c.what]; got != c.want {
			t.Errorf("%s %s: %d, want %d", c.by, c.what, got, c.want)
		}
	}
	if all.Puzzles != 1000 || all.Partial {
		t.Errorf("%d puzzles, partial %v", all.Puzzles, all.Partial)
	}
	some, err := s.Facets(t.Context(), store.Filter{Where: `tag == "x"`}, time.Hour)
	if err != nil || some.Puzzles != 100 {
		t.Errorf("of a condition: %d, %v", some.Puzzles, err)
	}
	cut, err := s.Facets(t.Context(), store.Filter{}, -1)
	if err != nil || !cut.Partial || cut.Puzzles >= 1000 {
		t.Errorf("without time: %d, partial %v, %v", cut.Puzzles, cut.Partial, err)
	}
	few := storetest.GradedLibrary(t, 10)
	if all, err := few.Facets(t.Context(), store.Filter{}, -1); err != nil || all.Partial || all.Puzzles != 10 {
		t.Errorf("few puzzles without time: %+v, %v", all, err)
	}
}
