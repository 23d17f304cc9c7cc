package relax

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// costs lists the costs of all grids of a puzzle, cheapest first, by backtracking; nil if there are more than most.
func costs(p *sudoku.Puzzle, most int) []float64 {
	cost, n := priorCost(p, nil), p.Geometry().N()
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
	n, cost := p.Geometry().N(), priorCost(p, nil)
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
	cost, last := priorCost(p, nil), 0.0
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
