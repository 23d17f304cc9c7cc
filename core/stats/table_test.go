package stats_test

import (
	"math"
	"slices"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

func TestTableOfFew(t *testing.T) {
	table := stats.Tabulate(slices.Values(few))
	if got := table.Wins(); !slices.EqualFunc([][]int{{0, 2, 2}, {1, 0, 1}, {0, 0, 0}}, got, slices.Equal) {
		t.Errorf("wins %v", got)
	}
	puzzles, total, by := table.VirtualBest()
	want := []stats.Contribution{{Fastest: 2, Only: 1, Saved: 20}, {Fastest: 1, Saved: 30}, {}}
	if puzzles != 3 || total != 90 || !slices.Equal(by, want) {
		t.Errorf("virtual best: %d puzzles in %v, %+v", puzzles, total, by)
	}
	d := table.Disagreements()
	if len(d) != 1 || d[0].Puzzle != 1 || d[0].Verdicts[2] != sudoku.Impossible {
		t.Errorf("disagreements %+v", d)
	}
}

func TestSpotsOfTwo(t *testing.T) {
	table := stats.Tabulate(slices.Values([]stats.Sample{sample("a", 1, sudoku.Unique, 7), sample("b", 1, sudoku.Timeout, 9),
		sample("a", 2, sudoku.Timeout, 7), sample("b", 2, sudoku.Timeout, 9), sample("a", 3, sudoku.Unique, 7)}))
	puzzles, x, y := table.Spots(0, 1)
	if !slices.Equal(puzzles, []int64{1}) || len(x) != 1 || math.IsInf(x[0], 1) || !math.IsInf(y[0], 1) {
		t.Errorf("puzzles %v at %v, %v", puzzles, x, y)
	}
}

func TestRepetitionsCountByTheirMedian(t *testing.T) {
	table := stats.Tabulate(slices.Values([]stats.Sample{sample("a", 1, sudoku.Unique, 7),
		sample("a", 1, sudoku.Unique, 900), sample("a", 1, sudoku.Unique, 9)}))
	if c := table.Cells[0][0]; c.Self != 9 || c.Repeats != 3 {
		t.Errorf("cell %+v", c)
	}
}
