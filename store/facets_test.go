package store_test

import (
	"strings"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/store"
)

func TestFacets(t *testing.T) {
	s := gradedLibrary(t, 1000)
	all, err := s.Facets(t.Context(), store.Filter{Levels: bandsOfSE}, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		by, what string
		want     int64
	}{{"verdict", "unique", 1000}, {"geometry", "9", 1000}, {"tag", "x", 100}, {"level", "easy", 250}, {"flag", "dup", 0}} {
		if got := all.Counts[c.by][c.what]; got != c.want {
			t.Errorf("%s %s: %d, want %d", c.by, c.what, got, c.want)
		}
	}
	if all.Puzzles != 1000 || all.Sampled {
		t.Errorf("%d puzzles, sampled %v", all.Puzzles, all.Sampled)
	}
	sample, err := s.Facets(t.Context(), store.Filter{Levels: bandsOfSE}, -1)
	if err != nil || !sample.Sampled || sample.Counts["level"]["easy"] != 250 {
		t.Errorf("of all windows: %+v, %v", sample, err)
	}
	some, err := s.Facets(t.Context(), store.Filter{Where: `tag == "x"`}, time.Hour)
	if err != nil || some.Puzzles != 100 {
		t.Errorf("of a condition: %d, %v", some.Puzzles, err)
	}
	few := gradedLibrary(t, 10)
	if all, err := few.Facets(t.Context(), store.Filter{}, -1); err != nil || all.Sampled || all.Puzzles != 10 {
		t.Errorf("few puzzles without time: %+v, %v", all, err)
	}
}

// TestFacetsOfASample counts without time in a library of four sources, of which the last ones are far from the first, and of
// a rare tag.
func TestFacetsOfASample(t *testing.T) {
	s := newLibrary(t)
	const each = 6000
	for i, source := range []string{"a", "b", "c", "d"} {
		must(s.Import(t.Context(), store.Source{Name: source}, entriesOf(source, i*each, (i+1)*each)))(t)
	}
	if err := s.Tag(t.Context(), "rare", 4*each-1); err != nil {
		t.Fatal(err)
	}
	for where, puzzles := range map[string]int64{"": 4 * each, `source != "c"`: 3 * each, `source == "d"`: each, "clues == 24": 4 * each} {
		f, err := s.Facets(t.Context(), store.Filter{Where: where, Levels: bandsOfSE}, -1)
		if err != nil {
			t.Fatal(err)
		}
		if !f.Sampled || f.Puzzles < puzzles*3/4 || f.Puzzles > puzzles*5/4 || len(f.Counts["source"]) != 4 || len(f.Counts["tag"]) != 1 {
			t.Errorf("%s: %d puzzles instead of %d, sampled %v, %v", where, f.Puzzles, puzzles, f.Sampled, f.Counts)
		}
		if n := f.Counts["source"]["d"]; n < each*3/4 || n > each*5/4 {
			t.Errorf("%s: %d of d", where, n)
		}
	}
}

// TestSampleByNumber asks how puzzles of a sample are found: by their numbers, whatever index there is.
func TestSampleByNumber(t *testing.T) {
	s := gradedLibrary(t, 10)
	for _, where := range []string{"", "se > 4.5", "se < 4.5 || clues < 24", "!(se == 1)", `level == "easy"`} {
		plan := store.WindowPlan(t, s, store.Filter{Where: where, Levels: bandsOfSE})
		if !strings.HasPrefix(plan, "SEARCH p USING INTEGER PRIMARY KEY") {
			t.Errorf("%s:\n%s", where, plan)
		}
	}
}
