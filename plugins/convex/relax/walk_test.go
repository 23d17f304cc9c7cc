package relax

import (
	"math"
	"os"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/convex/belief"
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
			for _, h := range m.f.housesOf[c] {
				sums[[2]int{int(h), int(m.digit[j])}] += x[j]
			}
		}
	}
	worst := 0.0
	for _, sum := range sums {
		worst = max(worst, math.Abs(sum-1))
	}
	return worst
}

// TestSlices says of every point that line C reaches what section III of Gunther & Moon says of the layers of the digits: each
// is doubly stochastic, so its rows and columns sum to 1.
func TestSlices(t *testing.T) {
	s := solverWith(t, "variant", "C")
	w := s.strategy.(*exploration).walk
	p, points := parse(t, escargot), 0
	s.Trace(func(tr sudoku.Trace) {
		x := w.high
		if tr.Series == "down" {
			x = w.low
		}
		points++
		var layers [9][9][9]float64 // of each digit: rows and columns
		for cell, digit := range s.board.value {
			if digit != 0 {
				layers[digit-1][cell/9][cell%9] = 1
			}
		}
		for i, c := range w.model.cells {
			for j := w.model.at[i]; j < w.model.at[i+1]; j++ {
				layers[w.model.digit[j]-1][c/9][c%9] = x[j]
			}
		}
		for d := range layers {
			for i := range 9 {
				row, column := 0.0, 0.0
				for j := range 9 {
					row, column = row+layers[d][i][j], column+layers[d][j][i]
				}
				if math.Abs(row-1) > 1e-8 || math.Abs(column-1) > 1e-8 {
					t.Errorf("point %d, digit %d: row and column %d sum to %v and %v", points, d+1, i+1, row, column)
				}
			}
		}
	})
	if r := sudoku.Solve(t.Context(), s, p, 1, true); points == 0 {
		t.Errorf("no point of %v", r.Verdict)
	}
}

func TestEntropy(t *testing.T) {
	uniform := []float64{0.25, 0.25, 0.25, 0.25}
	if h := belief.Entropy(uniform); math.Abs(h-math.Log(4)) > 1e-12 {
		t.Errorf("entropy of four equal = %v", h)
	}
	if h := belief.Entropy([]float64{1, 0}); h != 0 {
		t.Errorf("entropy of a certainty = %v", h)
	}
	y := make([]float64, 4)
	gradient(uniform, 1e-8, y)
	for j, v := range uniform {
		step := 1e-6
		uniform[j] = v + step
		up := belief.Entropy(uniform)
		uniform[j] = v - step
		if slope := (up - belief.Entropy(uniform)) / (2 * step); math.Abs(slope-y[j]) > 1e-6 {
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

// TestChoicesOfTheWalk solves a puzzle that INIT leaves open from each start, with each rounding and with all norms.
func TestChoicesOfTheWalk(t *testing.T) {
	for _, choice := range [][]any{
		{"variant", "C", "start", "max_entropy"}, {"variant", "C", "start", "vertex"},
		{"variant", "C", "rounding", "geometric"}, {"variant", "F", "rounding", "largest"},
		{"variant", "mixed"}, {"variant", "mixed", "start", "max_entropy", "rounding", "geometric"},
		{"variant", "auto", "rounding", "geometric"},
	} {
		s := solverWith(t, choice...)
		for range 2 { // the second time with the memory of the first
			r := sudoku.Solve(t.Context(), s, parse(t, zhaiC), 1, true)
			if len(r.Solutions) != 1 {
				t.Errorf("%v: %v, %v", choice, r.Verdict, r.Err)
			}
		}
	}
}

// TestMaxEntropyIsAMaximum compares the entropy at the start max_entropy with that of points around it.
func TestMaxEntropyIsAMaximum(t *testing.T) {
	s := solverWith(t, "variant", "C", "start", "max_entropy", "downs", 1, "ups", 0)
	w := s.strategy.(*exploration).walk
	var first []float64
	s.Trace(func(tr sudoku.Trace) {
		if tr.Series == "init" {
			first = append([]float64(nil), w.high...)
		}
	})
	sudoku.Solve(t.Context(), s, parse(t, escargot), 1, true)
	if worst := residual(w.model, s.board, first); worst > 1e-8 {
		t.Fatalf("a row sum is wrong by %g", worst)
	}
	top := belief.Entropy(first)
	for i, toward := range [][]float64{w.low, nil} {
		if toward == nil {
			w.minimize(w.scrambled(), nil, nil)
			toward = w.engine.X
		}
		for _, share := range []float64{1e-3, 1e-2, 0.1} {
			x := make([]float64, len(first))
			for j := range x {
				x[j] = first[j] + share*(toward[j]-first[j])
			}
			if h := belief.Entropy(x); h > top+1e-6 {
				t.Errorf("direction %d, share %g: entropy %.9f, at the start %.9f", i, share, h, top)
			}
		}
	}
}

// TestWithoutPerturbation leaves a walk where it begins: at the centre of an empty grid, where all probabilities are equal.
func TestWithoutPerturbation(t *testing.T) {
	p := parse(t, "................")
	moved := sudoku.Solve(t.Context(), solverWith(t, "variant", "C"), p, 1, true)
	still := sudoku.Solve(t.Context(), solverWith(t, "variant", "C", "perturb", false), p, 1, true)
	if len(moved.Solutions) != 1 || still.Verdict != sudoku.Unknown {
		t.Errorf("%v, %v", moved.Verdict, still.Verdict)
	}
}
