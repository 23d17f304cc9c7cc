package page

import (
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/work/library"
)

// A card shows a grid as text, constraints as a drawing, and nothing of what is too large.
func TestMini(t *testing.T) {
	for puzzle, want := range map[string]string{
		"4:1..............4":             "<pre>1 · · ·\n",
		"4@<bcd:<..............c":        "<pre>&lt; · · ·\n",
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
