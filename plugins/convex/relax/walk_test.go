package relax

import (
	"math"
	"os"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/convex/interior"
)

func TestLinesOfTheTable(t *testing.T) {
	for _, variant := range []string{"sparse", "reweighted", "ilp", "C", "D", "E", "F"} {
		s := solverWith(t, "variant", variant)
		found := 0
		puzzles := []string{
			"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
			"802003510060091003701000894608004021000258060920310400000402780005089000200007100",
		}
		for _, line := range puzzles {
			r := sudoku.Solve(t.Context(), s, parse(t, line), 1, true)
			found += len(r.Solutions)
		}
		if found != len(puzzles) {
			t.Errorf("%s: solved %d of %d", variant, found, len(puzzles))
		}
	}
}

// TestGivingUpIsNoProof asks a line of the table for all solutions.
func TestGivingUpIsNoProof(t *testing.T) {
	for _, variant := range []string{"sparse", "C", "D", "E", "F"} {
		r := sudoku.Solve(t.Context(), solverWith(t, "variant", variant), parse(t, zhaiC), 0, true)
		if r.Verdict != sudoku.Solved && r.Verdict != sudoku.Unknown {
			t.Errorf("%s: %v", variant, r.Verdict)
		}
	}
}

// TestImpossibleIsProved gives a line of the table a puzzle whose polytope is empty.
func TestImpossibleIsProved(t *testing.T) {
	r := sudoku.Solve(t.Context(), solverWith(t, "variant", "C"), parse(t, noPlace), 1, true)
	if r.Verdict != sudoku.Impossible {
		t.Errorf("%v, want impossible", r.Verdict)
	}
}

// TestStepsStayFeasible checks every point that the lines C to F reach against all rows, dropped ones included.
func TestStepsStayFeasible(t *testing.T) {
	for _, line := range []string{"C", "D", "E", "F"} {
		s := solverWith(t, "variant", line)
		w := s.strategy.(*exploration).walk
		worst := 0.0
		s.Trace(func(tr sudoku.Trace) {
			x := w.high
			if tr.Series == "down" {
				x = w.low
			}
			worst = max(worst, residual(w.model, s.board, x))
		})
		puzzles := []*sudoku.Puzzle{parse(t, escargot), parse(t, figure1), parse(t, zhaiC)}
		if os.Getenv("SUDOKUCTL_PUZZLES") != "" {
			puzzles = append(puzzles, corpus(t, "speed/top1465.txt", 20)...)
		}
		for _, p := range puzzles {
			sudoku.Solve(t.Context(), s, p, 1, true)
		}
		if worst > 1e-8 {
			t.Errorf("%s: a row sum is wrong by %g", line, worst)
		}
	}
}

// residual returns the largest error of a row sum over the candidates of a board.
func residual(m *model, b *board, x []float64) float64 {
	sums := map[[2]int]float64{}
	for i, c := range m.cells {
		for j := m.at[i]; j < m.at[i+1]; j++ {
			sums[[2]int{-1, int(c)}] += x[j]
			for _, h := range m.f.housesOf(c) {
				sums[[2]int{int(h.house), int(m.digit[j])}] += x[j]
			}
		}
	}
	worst := 0.0
	for _, sum := range sums {
		worst = max(worst, math.Abs(sum-1))
	}
	return worst
}

func TestEntropy(t *testing.T) {
	uniform := []float64{0.25, 0.25, 0.25, 0.25}
	if h := entropy(uniform); math.Abs(h-math.Log(4)) > 1e-12 {
		t.Errorf("entropy of four equal = %v", h)
	}
	if h := entropy([]float64{1, 0}); h != 0 {
		t.Errorf("entropy of a certainty = %v", h)
	}
	y := make([]float64, 4)
	gradient(uniform, 1e-8, y)
	for j, v := range uniform {
		step := 1e-6
		uniform[j] = v + step
		up := entropy(uniform)
		uniform[j] = v - step
		if slope := (up - entropy(uniform)) / (2 * step); math.Abs(slope-y[j]) > 1e-6 {
			t.Errorf("slope %v, gradient %v", slope, y[j])
		}
		uniform[j] = v
	}
}

// TestDroppedRows checks that the rows kept on the empty classic grid are the rank of the whole system, and
// that a point on the kept rows is on the dropped ones.
func TestDroppedRows(t *testing.T) {
	f := newFrame(sudoku.Classic())
	b, p := newBoard(f), program{model: newModel(f)}
	b.reset()
	p.reset(func() bool { return false })
	p.open(b)
	if p.a.Rows != 249 || p.a.Cols() != 729 {
		t.Errorf("%d rows, %d columns, want 249 and 729", p.a.Rows, p.a.Cols())
	}
	b.start(parse(t, escargot))
	p.open(b)
	if s := p.minimize(nil, nil, nil); s != interior.Optimal {
		t.Fatal(s)
	}
	if worst := residual(p.model, b, p.engine.X); worst > 1e-8 {
		t.Errorf("a row sum is wrong by %g", worst)
	}
}
