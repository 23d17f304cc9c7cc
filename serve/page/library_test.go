package page

import (
	"net/url"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/library"
)

// Levels are offered once a puzzle has one: until then a condition on them is an error.
func TestLevelFacet(t *testing.T) {
	s := &site{desk: desk.New(desk.Options{Env: &work.Env{Levels: []store.Level{{Name: "easy"}, {Name: "hard"}}}})}
	for levels, want := range map[string]int{"": 0, "easy": 2} {
		counts := map[string]map[string]int64{}
		if levels != "" {
			counts["level"] = map[string]int64{levels: 7}
		}
		n := 0
		for _, f := range s.facets(&store.Facets{Counts: counts}, "", url.Values{}) {
			n += len(f.Values)
		}
		if n != want {
			t.Errorf("%q: %d levels are offered, want %d", levels, n, want)
		}
	}
}

// A card shows a small drawing, a larger one of constraints, and nothing of what is too large.
func TestMini(t *testing.T) {
	for puzzle, want := range map[string]string{
		"4:1..............4":             `<text x="7" y="11">1</text><text x="49" y="53">4</text>`,
		"4@<bcd:<c.............c":        `<text x="7 21" y="11">&lt;c</text>`,
		"4:~cage=3:r1c12":                "<title>puzzle 7 · Digits in the cage r1c12 differ",
		"25:" + strings.Repeat(".", 625): "",
		"not a puzzle":                   "",
	} {
		row := libraryRow{ListRecord: &library.ListRecord{ID: 7, Puzzle: puzzle}}
		if got := string(row.Mini()); !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("%s: %s", puzzle, got)
		}
	}
}
