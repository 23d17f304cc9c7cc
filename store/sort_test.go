package store_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/store"
)

// Pages that are read one after the other hold every puzzle once, in the order of one listing.
func TestSortedPages(t *testing.T) {
	s := gradedLibrary(t, 100)
	must(s.Import(t.Context(), store.Source{Name: "b"}, entriesOf("b", 100, 110)))(t) // which nobody grades
	must(s.Delete(t.Context(), 95))(t)
	const total = 109
	ids := func(f store.Filter) (ids []int64) {
		t.Helper()
		for l, err := range s.List(t.Context(), f) {
			if err != nil {
				t.Fatal(err)
			}
			ids = append(ids, l.ID)
		}
		return ids
	}
	for i, sort := range []string{"id", "-id", "clues", "-clues", "se", "-se", "se", "-se"} {
		f := store.Filter{Sort: sort, Where: "id <= 90"}
		if i > 5 {
			f = store.Filter{Sort: sort} // all, those without a grade too
		}
		all := ids(f)
		var paged []int64
		for f.Limit = 7; ; f.After = paged[len(paged)-1] {
			page := ids(f)
			paged = append(paged, page...)
			if len(page) < f.Limit {
				break
			}
		}
		if want := map[bool]int{true: 90, false: total}[f.Where != ""]; len(all) != want || !slices.Equal(all, paged) {
			t.Errorf("%s: %v in pages, %v at once", sort, paged, all)
		}
	}
	for _, err := range s.List(t.Context(), store.Filter{Sort: "hardness"}) {
		if !errors.Is(err, store.ErrNotFound) {
			t.Errorf("by an unknown metric: %v", err)
		}
	}
}

// TestSortedByIndex has the first puzzles by a metric found in the order of its index, from the first on and behind another.
func TestSortedByIndex(t *testing.T) {
	s := gradedLibrary(t, 100)
	if err := s.IndexMetrics(t.Context(), "se"); err != nil {
		t.Fatal(err)
	}
	for _, f := range []store.Filter{{Sort: "se", Limit: 5}, {Sort: "-se", Limit: 5}, {Sort: "-se", Limit: 5, After: 50}} {
		plan := store.FirstPlan(t, s, f)
		if !strings.HasPrefix(plan, "SEARCH g2 USING INDEX grade_metric_") || strings.Contains(plan, "TEMP B-TREE FOR ORDER BY") {
			t.Errorf("%+v:\n%s", f, plan)
		}
	}
}
