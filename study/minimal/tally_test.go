package minimal

import (
	"math"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// grades are those of a puzzle whose other metrics are multiples of its rating.
func grades(rating float64) (all []sudoku.Grade) {
	for i, name := range metrics[1:] {
		g := sudoku.Grade{Metric: name, Value: rating * float64(i+1)}
		switch name {
		case "se":
			g.Label = "x_wing"
		case "techniques":
			g.Label = "naked_single,x_wing"
		}
		all = append(all, g)
	}
	return all
}

func TestTally(t *testing.T) {
	sample := newTally()
	for _, rating := range []float64{1.2, 2.3, 7.1} {
		sample.count(24, grades(rating))
	}
	sample.count(26, grades(0)) // a point: lp_off_solution is 0
	sample.count(26, grades(9)[:3])
	s := sample.pooled(alike)
	if s.Puzzles != 5 || s.measured() != 4 || s.Point != 1 || s.Uses["x_wing"] != 4 || s.Hardest["x_wing"] != 4 {
		t.Errorf("%+v", s)
	}
	if got := s.mean(se); math.Abs(got-2.65) > 1e-12 {
		t.Errorf("mean rating %v", got)
	}
	if got := s.correlation(se, lpOffSolution); math.Abs(got-1) > 1e-12 {
		t.Errorf("correlation of multiples %v", got)
	}
	if got := s.ratedFrom(12, 24); got != 0.5 {
		t.Errorf("%v of the puzzles are rated 1.2 to 2.3", got)
	}
	doubled := sample.pooled(func(n int) float64 { return map[int]float64{24: 2, 26: 0}[n] })
	if doubled.measured() != 6 || math.Abs(doubled.mean(se)-10.6/3) > 1e-12 {
		t.Errorf("weighted: %v puzzles, mean %v", doubled.measured(), doubled.mean(se))
	}
}

// TestTakingAwayIsTheOppositeOfAdding is what the jackknife rests on.
func TestTakingAwayIsTheOppositeOfAdding(t *testing.T) {
	a, b, both := newTally(), newTally(), newTally()
	a.count(24, grades(3))
	b.count(24, grades(5))
	b.count(27, grades(1))
	both.add(a, 1)
	both.add(b, 1)
	both.add(b, -1)
	s, want := both.pooled(alike), a.pooled(alike)
	if s.Puzzles != want.Puzzles || s.mean(se) != want.mean(se) || s.Rated[30] != 1 || s.Rated[50] != 0 {
		t.Errorf("%+v, want %+v", s, want)
	}
}
