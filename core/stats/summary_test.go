package stats_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

func sample(solver string, puzzle int64, v sudoku.Verdict, self time.Duration) stats.Sample {
	return stats.Sample{Solver: solver, Puzzle: puzzle, Verdict: v, Self: self}
}

// few: a decides all three, b is slower and gives up once, c claims something else.
var few = []stats.Sample{
	sample("a", 1, sudoku.Unique, 10), sample("a", 2, sudoku.Unique, 20), sample("a", 3, sudoku.Multiple, 90),
	sample("b", 1, sudoku.Unique, 30), sample("b", 2, sudoku.Unknown, 5), sample("b", 3, sudoku.Solved, 60),
	sample("c", 1, sudoku.Impossible, 40), sample("c", 2, sudoku.Unsupported, 0),
}

func TestSummarize(t *testing.T) {
	got := stats.Summarize(slices.Values(few))
	if len(got) != 3 || got[0].Solver != "a" || got[2].Solver != "c" {
		t.Fatalf("summaries %+v", got)
	}
	a, b, c := got[0], got[1], got[2]
	want := stats.Times{Median: 20, Mean: 40, P99: 88, Max: 90, Sum: 120}
	if a.Self != want {
		t.Errorf("times of a: %v, want %v", a.Self, want)
	}
	if a.Decided() != 3 || b.Decided() != 2 || c.Decided() != 1 || c.Verdicts[sudoku.Unsupported] != 1 {
		t.Errorf("decided %d, %d, %d", a.Decided(), b.Decided(), c.Decided())
	}
	if math.Abs(a.PerSecondSelf-25e6) > 1 {
		t.Errorf("%v a second, want 25 million", a.PerSecondSelf)
	}
}
