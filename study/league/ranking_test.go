package league

import (
	"math"
	"slices"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

func cell(v sudoku.Verdict, self time.Duration) stats.Cell {
	return stats.Cell{Verdict: v, Self: self, Repeats: 1}
}

func TestDuel(t *testing.T) {
	fast, slow := cell(sudoku.Unique, 100), cell(sudoku.Solved, 111)
	none, wrong, missing := cell(sudoku.Timeout, 50), cell(sudoku.Wrong, 10), stats.Cell{}
	for _, c := range []struct {
		name string
		a, b stats.Cell
		want float64
	}{
		{"faster", fast, slow, 1},
		{"within a tenth", fast, cell(sudoku.Multiple, 110), 0.5},
		{"decided and not", slow, none, 1},
		{"both not", none, cell(sudoku.Unsupported, 0), 0.5},
		{"no answer and a wrong one", none, wrong, 1},
		{"a crash and a wrong answer", cell(sudoku.Crashed, 0), wrong, 0.5},
		{"not played and a wrong answer", missing, wrong, 1},
		{"not played and decided", missing, fast, 0},
	} {
		if got := duel(c.a, c.b); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
		if got := duel(c.b, c.a); got != 1-c.want {
			t.Errorf("%s, the other way: %v", c.name, got)
		}
	}
}

// season makes the tables of collections in which solver s decides all puzzles in s+1 milliseconds but every some.
func tables(sizes ...int) (all []*stats.Table) {
	for _, n := range sizes {
		t := &stats.Table{Solvers: []string{"quick", "slow", "often", "never"}}
		for range t.Solvers {
			t.Cells = append(t.Cells, make([]stats.Cell, n))
		}
		for p := range n {
			t.Puzzles = append(t.Puzzles, int64(p))
			t.Cells[0][p], t.Cells[1][p] = cell(sudoku.Unique, time.Millisecond), cell(sudoku.Unique, time.Second)
			t.Cells[2][p], t.Cells[3][p] = cell(sudoku.Unique, 2*time.Millisecond), cell(sudoku.Timeout, time.Second)
			if p%4 == 0 {
				t.Cells[2][p] = cell(sudoku.Unknown, time.Second)
			}
		}
		all = append(all, t)
	}
	return all
}

func TestRank(t *testing.T) {
	scores := rank(tables(40, 400))
	var names []string
	for i, s := range scores {
		names = append(names, s.Solver)
		if s.Low > s.Value || s.High < s.Value || s.Rank != i+1 || s.RankLow > s.Rank || s.RankHigh < s.Rank {
			t.Errorf("%+v", s)
		}
	}
	if want := []string{"quick", "often", "slow", "never"}; !slices.Equal(names, want) {
		t.Errorf("ranked %v", names)
	}
	if s := scores[0]; math.Abs(s.Value-1) > 1e-9 || math.Abs(s.Low-1) > 1e-9 {
		t.Errorf("who wins all duels has %+v", s)
	}
	// often beats slow and never on three puzzles of four, and draws with never on the fourth
	if want := (0.75*2 + 0.25*0.5) / 3; math.Abs(scores[1].Value-want) > 1e-9 || scores[1].High-scores[1].Low < 0.01 {
		t.Errorf("%+v, want %.3f", scores[1], want)
	}
	sum := 0.0
	for _, s := range scores {
		sum += s.Value
	}
	if math.Abs(sum-2) > 1e-9 {
		t.Errorf("the scores of four sum to %v", sum)
	}
	if again := rank(tables(40, 400)); !slices.Equal(scores, again) {
		t.Error("the same answers are ranked otherwise")
	}
	if rank(nil) != nil || rank(tables(0)) != nil {
		t.Error("nobody has played, and there is a ranking")
	}
}

// A collection counts the same however many puzzles it has.
func TestCollectionsCountTheSame(t *testing.T) {
	all := tables(10, 1000)
	for p := range all[0].Puzzles { // in the small one the slow solver is the fastest
		all[0].Cells[1][p].Self = time.Microsecond
	}
	for _, s := range rank(all) {
		if s.Solver == "quick" && math.Abs(s.Value-(1+2.0/3)/2) > 1e-9 {
			t.Errorf("%+v", s)
		}
	}
}
