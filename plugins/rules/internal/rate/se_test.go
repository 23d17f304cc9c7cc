package rate

import (
	"context"
	"strconv"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
)

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
