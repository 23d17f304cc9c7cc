package relax

import (
	"math"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

func TestMessagesSolve(t *testing.T) {
	easy := "802003510060091003701000894608004021000258060920310400000402780005089000200007100"
	for _, variant := range []string{"belief", "sinkhorn", "marginals"} {
		s := solverWith(t, "variant", variant)
		for _, line := range []string{easy, zhaiC, "12......3......."} {
			if r := sudoku.Solve(t.Context(), s, parse(t, line), 1, true); len(r.Solutions) != 1 {
				t.Errorf("%s, %s: %v, %v", variant, line, r.Verdict, r.Err)
			}
		}
		if r := sudoku.Solve(t.Context(), s, parse(t, easy), 2, true); variant != "marginals" && r.Verdict != sudoku.Solved ||
			variant == "marginals" && r.Verdict != sudoku.Unique {
			t.Errorf("%s: %v", variant, r.Verdict)
		}
		if r := sudoku.Solve(t.Context(), s, parse(t, "123...4........."), 1, true); len(r.Solutions) > 0 {
			t.Errorf("%s solves what has no solution", variant)
		}
		big := parse(t, "25:"+string(make25()))
		if r := sudoku.Solve(t.Context(), s, big, 1, true); r.Verdict != sudoku.Unsupported {
			t.Errorf("%s of 25×25: %v, %v", variant, r.Verdict, r.Err)
		}
	}
}

func make25() []byte {
	cells := make([]byte, 625)
	for i := range cells {
		cells[i] = '.'
	}
	return cells
}

// TestMarginalsAreReported reads the marginals of a trace: of puzzle C, which has 34 solutions, each cell's sum to one.
func TestMarginalsAreReported(t *testing.T) {
	s := solverWith(t, "variant", "marginals")
	sums := make([]float64, 81)
	s.Trace(func(tr sudoku.Trace) {
		if tr.Series == "marginal" {
			sums[(int(tr.X)-1)/9] += tr.Y
		}
	})
	r := sudoku.Solve(t.Context(), s, parse(t, zhaiC), 1, true)
	for c, sum := range sums {
		if math.Abs(sum-1) > 1e-9 {
			t.Errorf("marginals of cell %d sum to %v", c, sum)
		}
	}
	if h := measure(t, r.Stats, "solution_entropy"); math.Abs(h-math.Log(34)) > 1e-9 || measure(t, r.Stats, "grids") != 34 {
		t.Errorf("solution entropy %v", h)
	}
	if r := sudoku.Solve(t.Context(), solverWith(t, "variant", "marginals", "max_grids", 33), parse(t, zhaiC), 1, true); r.Verdict != sudoku.Unknown {
		t.Errorf("33 of 34 grids: %v", r.Verdict)
	}
}
