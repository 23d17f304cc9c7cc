package input

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/formats"
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
