package rate

import (
	"context"
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
)

// TestStepAlone compares with the grades of a grader that measures everything: with a stop the answer is variant_step below the stop,
// and for all others the stop, or variant_step if contradictions alone do not solve the puzzle. What the ladder does not solve has
// neither.
func TestStepAlone(t *testing.T) {
	text, err := os.ReadFile("testdata/killers.txt")
	if err != nil {
		t.Fatal(err)
	}
	full, err := NewGrader(Defaults)
	if err != nil {
		t.Fatal(err)
	}
	bounds, beyond := 0, 0
	for _, line := range append(strings.Fields(string(text)), smallKiller, openKiller, wrongKiller) {
		p := rulestest.Puzzle(t, line)
		want, err := full.Grade(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		for _, stop := range []float64{0, 2.5, 4.2, 5, 7.2} {
			g, err := NewGrader(Settings{Metrics: "variant_step", UpTo: 12, StopAt: stop})
			if err != nil {
				t.Fatal(err)
			}
			got, err := g.Grade(t.Context(), p)
			switch {
			case want[0].Metric != "variant_step":
				if beyond++; !errors.Is(err, sudoku.ErrUnsupported) {
					t.Errorf("%s, stop %g: %v, %v", line, stop, got, err)
				}
			case err != nil || len(got) != 1:
				t.Errorf("%s, stop %g: %v, %v", line, stop, got, err)
			case got[0].Metric == "variant_bound":
				if bounds++; got[0].Value != stop || want[0].Value < stop {
					t.Errorf("%s, stop %g: %v, want %v", line, stop, got, want)
				}
			case got[0] != want[0]:
				t.Errorf("%s, stop %g: %v, want %v", line, stop, got, want)
			}
		}
		if got, err := newStepGrader(6.5, 5).Grade(t.Context(), p); want[0].Value > 6.5 && !errors.Is(err, sudoku.ErrUnsupported) {
			t.Errorf("%s up to 6.5: %v, %v", line, got, err)
		}
	}
	if bounds == 0 || beyond == 0 {
		t.Errorf("%d bounds, %d without a grade", bounds, beyond)
	}
	alone := newStepGrader(12, 0)
	if got, err := alone.Grade(t.Context(), rulestest.Random(sudoku.Classic(), 1, 30)); !errors.Is(err, sudoku.ErrUnsupported) {
		t.Errorf("a puzzle without constraints: %v, %v", got, err)
	}
}

// TestSEAlone compares with ratings by Sudoku Explainer 1.2.1: with a stop the answer is its rating below the
// stop, and the stop for all others.
func TestSEAlone(t *testing.T) {
	graders := []seGrader{{newRater(12, 0)}, {newRater(12, 2)}, {newRater(12, 5)}, {newRater(12, 6.6)}, {newRater(12, 6.8)}, {newRater(12, 7.1)}}
	for i, r := range rulestest.Records(t, "graded/se121_half.tsv") {
		er, _ := strconv.ParseFloat(r[3], 64)
		if i%5 != 0 || er > 7.5 {
			continue
		}
		for _, g := range graders {
			want := sudoku.Grade{Metric: "se", Value: er}
			if g.Engine.Below > 0 && er >= g.Engine.Below {
				want = sudoku.Grade{Metric: "se_bound", Value: g.Engine.Below}
			}
			grades, err := g.Grade(context.Background(), rulestest.Puzzle(t, r[1]))
			if err != nil || grades[0].Metric != want.Metric || grades[0].Value != want.Value {
				t.Errorf("%s with stop %g: %v, %v; want %v", r[1], g.Engine.Below, grades, err, want)
			}
		}
	}
}
