package input

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/store"
)

// TestColumnsOfATable makes grades of numbers under names that say something, and none of row numbers.
func TestColumnsOfATable(t *testing.T) {
	for header, want := range map[string]string{
		"":            "[] ",
		"Unnamed: 0":  "[] ",
		"id":          "[] id=1",
		"nr":          "[] nr=1",
		"Größe":       "[imported_größe=1] ",
		"Rating (SE)": "[imported_rating_se=1] ",
		"难度":          "[imported_难度=1] ",
		"rating":      "[imported_rating=1] ",
	} {
		for r, err := range formats.Read(strings.NewReader(header+",puzzle\n1,1.3............4\n"), "f") {
			if err != nil {
				t.Fatal(err)
			}
			e := entryOf(r, "", nil)
			grades := []string{}
			for _, g := range e.Stated {
				grades = append(grades, fmt.Sprintf("%s=%v", g.Metric, g.Value))
			}
			if got := fmt.Sprint(grades, " ", e.Puzzle.Comment); got != want {
				t.Errorf("%q: got %q, want %q", header, got, want)
			}
		}
	}
}

// TestFloodOfBadGrids ends the import of a stranger's text behind a thousand grids that contradict themselves.
func TestFloodOfBadGrids(t *testing.T) {
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "sudoku.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	in := Text(strings.Repeat("1111\n", 100_000))
	in.Limits = formats.Limits{Size: 64 << 20, Bad: 1000}
	done, err := Import(t.Context(), s, ImportRequest{Input: in}, nil)
	if limit := new(formats.LimitError); !errors.As(err, &limit) || limit.Most != "1,000 bad lines" {
		t.Errorf("got %v", err)
	}
	if done.Bad != 1001 || done.Read != 0 {
		t.Errorf("%d bad grids and %d puzzles", done.Bad, done.Read)
	}
}
