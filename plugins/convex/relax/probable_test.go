package relax

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

const solution = "652483917978162435314975628825736149791824563436519872269348751547291386183657294"

// drawSoft makes a puzzle with soft clues of 2 to 4 digits in `clues` cells, each allowing its digit of a
// relabelled grid, with random probabilities, and givens in a few others.
func drawSoft(r *rand.Rand, clues, givens int) *sudoku.Puzzle {
	var soft []sudoku.SoftClue
	given := make(sudoku.Grid, 81)
	labels, kind := r.Perm(9), make([]int, 81)
	for i, c := range r.Perm(81)[:clues+givens] {
		kind[c] = 1
		if i >= clues {
			kind[c] = 2
		}
	}
	for c := range 81 {
		truth := labels[solution[c]-'1'] + 1
		switch kind[c] {
		case 1:
			soft = append(soft, softClue(r, c, truth))
		case 2:
			given[c] = uint8(truth)
		}
	}
	return sudoku.MustPuzzle(sudoku.Classic(), given, sudoku.Soft(soft...))
}

func softClue(r *rand.Rand, cell, truth int) sudoku.SoftClue {
	s := sudoku.SoftClue{Cell: cell, Allowed: sudoku.DigitSet(truth), Prob: make([]float64, 9)}
	for range 1 + r.IntN(3) {
		s.Allowed = s.Allowed.With(1 + r.IntN(9))
	}
	total := 0.0
	for d := range s.Allowed.All {
		s.Prob[d-1] = 0.05 + r.Float64()
		total += s.Prob[d-1]
	}
	for i := range s.Prob {
		s.Prob[i] /= total
	}
	return s
}

// exhaustive finds the least cost of all grids by backtracking on candidate sets; ok is false where it needs
// more than `budget` nodes.
type exhaustive struct {
	p      *sudoku.Puzzle
	cost   []float64
	best   float64
	grids  int
	budget int
}

func (e *exhaustive) search(cand []sudoku.Digits, cost float64) {
	if e.budget--; e.budget < 0 {
		return
	}
	cell := -1
	for c, s := range cand {
		if s != 0 && (cell < 0 || s.Len() < cand[cell].Len()) {
			cell = c
		}
	}
	if cell < 0 {
		e.grids++
		e.best = min(e.best, cost)
		return
	}
	for d := range cand[cell].All {
		if next, ok := place(e.p.Geometry(), cand, cell, d); ok {
			e.search(next, cost+e.cost[cell*9+d-1])
		}
	}
}

// place returns the candidates after a digit is placed; decided cells have none left.
func place(g *sudoku.Geometry, cand []sudoku.Digits, cell, d int) ([]sudoku.Digits, bool) {
	next := append([]sudoku.Digits(nil), cand...)
	next[cell] = 0
	for _, q := range g.Peers(cell) {
		if next[q] != 0 {
			if next[q] = next[q].Without(d); next[q] == 0 {
				return nil, false
			}
		}
	}
	return next, true
}

func allowed(p *sudoku.Puzzle) []sudoku.Digits {
	cand := make([]sudoku.Digits, p.Geometry().Cells())
	for c := range cand {
		cand[c] = p.Allowed(c)
	}
	return cand
}

func measure(t testing.TB, stats sudoku.Stats, name string) float64 {
	t.Helper()
	for _, m := range stats.Extra {
		if m.Name == name {
			return m.Value
		}
	}
	t.Fatalf("no measure %s", name)
	return 0
}

func TestMostProbableAgainstExhaustiveSearch(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	s := solverWith(t, "objective", "most_probable")
	compared := 0
	for i := range 40 {
		p := drawSoft(r, 45+r.IntN(20), r.IntN(5))
		result := sudoku.Solve(t.Context(), s, p, 1, true)
		if len(result.Solutions) != 1 || measure(t, result.Stats, "certified") != 1 {
			t.Fatalf("%d: %v, %v", i, result.Verdict, result.Err)
		}
		e := exhaustive{p: p, cost: priorCost(p), best: math.Inf(1), budget: 20000}
		if e.search(allowed(p), 0); e.budget < 0 {
			continue
		}
		compared++
		if got := -measure(t, result.Stats, "log_probability"); math.Abs(got-e.best) > 1e-6 {
			t.Errorf("%d: cost %v, best of %d grids %v", i, got, e.grids, e.best)
		}
	}
	if compared < 10 {
		t.Errorf("exhaustive search ended for %d puzzles only", compared)
	}
}

// TestMostProbableFirstThenAll asks for all grids of a soft puzzle.
func TestMostProbableFirstThenAll(t *testing.T) {
	line := strings.Repeat(".", 15) + "{1:.1,2:.2,3:.6,4:.1}"
	r := sudoku.Solve(t.Context(), solverWith(t, "objective", "most_probable"), parse(t, line), 0, true)
	if r.Count != 288 || r.Solutions[0][15] != 3 || r.Verdict != sudoku.Multiple {
		t.Errorf("%d grids, the first ends in %d, %v", r.Count, r.Solutions[0][15], r.Verdict)
	}
}

// TestFigure1 solves the stochastic puzzle of the paper with every line that takes supports.
func TestFigure1(t *testing.T) {
	for _, variant := range []string{"auto", "C", "D", "E", "F", "ilp"} {
		r := sudoku.Solve(t.Context(), solverWith(t, "variant", variant), parse(t, figure1), 1, true)
		if n := measure(t, r.Stats, "iterations"); n > 20 && variant != "D" {
			t.Errorf("%s: %v iterations, the paper has 16", variant, n)
		}
		if len(r.Solutions) != 1 {
			t.Errorf("%s: %v, %v", variant, r.Verdict, r.Err)
		}
	}
}

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

// costs lists the costs of all grids of a puzzle, cheapest first, by backtracking; nil if there are more than most.
func costs(p *sudoku.Puzzle, most int) []float64 {
	cost, n := priorCost(p), p.Geometry().N()
	var all []float64
	var search func(cand []sudoku.Digits, sum float64)
	search = func(cand []sudoku.Digits, sum float64) {
		cell := -1
		for c, s := range cand {
			if s != 0 && (cell < 0 || s.Len() < cand[cell].Len()) {
				cell = c
			}
		}
		if cell < 0 {
			all = append(all, sum)
			return
		}
		for d := range cand[cell].All {
			if next, ok := place(p.Geometry(), cand, cell, d); ok && len(all) <= most {
				search(next, sum+cost[cell*n+d-1])
			}
		}
	}
	search(allowed(p), 0)
	if len(all) > most {
		return nil
	}
	slices.Sort(all)
	return all
}

// TestInOrderAgainstExhaustiveSearch compares the probabilities of all grids, one after the other, with those that
// backtracking finds and sorts.
func TestInOrderAgainstExhaustiveSearch(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	s := solverWith(t, "objective", "in_order")
	compared, grids := 0, 0
	for compared < 12 {
		p := drawSoft(rng, 50+rng.IntN(12), rng.IntN(6))
		want := costs(p, 150)
		if len(want) < 3 {
			continue
		}
		compared++
		grids += len(want)
		compareOrder(t, s, p, want)
	}
	four := parse(t, "{1:0.7,2:0.3}..............{1:0.2,3:0.5,4:0.3}")
	compareOrder(t, s, four, costs(four, 1000))
	t.Logf("%d grids of %d puzzles", grids, compared)
}

func compareOrder(t *testing.T, s sudoku.Solver, p *sudoku.Puzzle, want []float64) {
	t.Helper()
	n, cost := p.Geometry().N(), priorCost(p)
	r := sudoku.Solve(t.Context(), s, p, 0, true)
	if r.Err != nil || len(r.Solutions) != len(want) {
		t.Fatalf("%d grids, not %d: %v", len(r.Solutions), len(want), r.Err)
	}
	for k, grid := range r.Solutions {
		sum := 0.0
		for c, d := range grid {
			sum += cost[c*n+int(d)-1]
		}
		if math.Abs(sum-want[k]) > 1e-9 {
			t.Errorf("grid %d of %d costs %v, not %v", k+1, len(want), sum, want[k])
		}
	}
}

// TestInOrderStops asks for the first few of many grids.
func TestInOrderStops(t *testing.T) {
	p := drawSoft(rand.New(rand.NewPCG(5, 6)), 44, 0)
	r := sudoku.Solve(t.Context(), solverWith(t, "objective", "in_order"), p, 5, true)
	best := sudoku.Solve(t.Context(), solverWith(t, "objective", "most_probable"), p, 1, true)
	if len(r.Solutions) != 5 || r.Verdict != sudoku.Multiple {
		t.Fatalf("%d grids, %v, %v", len(r.Solutions), r.Verdict, r.Err)
	}
	cost, last := priorCost(p), 0.0
	for k, grid := range r.Solutions {
		sum := 0.0
		for c, d := range grid {
			sum += cost[c*9+int(d)-1]
		}
		if k == 0 && math.Abs(sum+measure(t, best.Stats, "log_probability")) > 2*probableTolerance || sum < last-1e-9 {
			t.Errorf("grid %d has log-probability %v", k+1, -sum)
		}
		last = sum
	}
}
