package page

import (
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/work/library"
)

// A card shows a small drawing, a larger one of constraints, and nothing of what is too large.
func TestMini(t *testing.T) {
	for puzzle, want := range map[string]string{
		"4:1..............4":             `<text x="5" y="8">1</text>`,
		"4@<bcd:<..............c":        `<text x="5" y="8">&lt;</text>`,
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
