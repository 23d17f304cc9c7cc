package rate

import (
	"errors"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
)

// Puzzles of four by four cells with constraints: one that the ladder solves, one with several solutions and one with none.
const (
	smallKiller = "4:1...............~cage=7:r1c34~cage=5:r2c23~cage=3:r3c12~cage=6:r12c4~cage=2:r4c3"
	openKiller  = "4:~cage=3:r1c12~cage=7:r1c34"
	wrongKiller = "4:~cage=3:r1c12~cage=3:r1c34"
)

// TestVariantGrades grades puzzles with constraints: no rating of Sudoku Explainer, and none at all if the ladder ends.
func TestVariantGrades(t *testing.T) {
	g, err := NewGrader(Defaults, &Climbs{})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		smallKiller: "variant_step", openKiller: "variant_reached multiple", wrongKiller: "variant_reached impossible"} {
		grades, err := g.Grade(t.Context(), rulestest.Puzzle(t, text))
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]bool{}
		for _, grade := range grades {
			got[grade.Metric] = true
			if grade.Metric == "variant_reached" {
				got[grade.Metric+" "+grade.Label] = true
			}
		}
		if !got[want] || got["se"] || got["maji_level"] {
			t.Errorf("%s: %v, want %s", text, grades, want)
		}
	}
	for _, metrics := range []string{"se", "qqwing_level"} {
		s := Defaults
		s.Metrics = metrics
		alone, err := NewGrader(s, &Climbs{})
		if err != nil {
			t.Fatal(err)
		}
		if grades, err := alone.Grade(t.Context(), rulestest.Puzzle(t, smallKiller)); !errors.Is(err, sudoku.ErrUnsupported) {
			t.Errorf("%s of a killer: %v, %v", metrics, grades, err)
		}
	}
}
