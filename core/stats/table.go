package stats

import (
	"cmp"
	"iter"
	"math"
	"slices"
	"time"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Table holds one Cell for each solver and puzzle: Cells[s][p] belongs to Solvers[s] and Puzzles[p].
type Table struct {
	Solvers []string // in order of first appearance
	Puzzles []int64  // increasing
	Cells   [][]Cell
}

// Cell is what a solver did with a puzzle, all repetitions taken together.
type Cell struct {
	Verdict sudoku.Verdict // of the last repetition; a fault (wrong, crashed) of any one stays
	Self    time.Duration  // median of the repetitions
	Repeats int            // 0: not tried
}

// Decided reports whether the cell holds an answer: a solution, or a proof that there is none.
func (c Cell) Decided() bool { return c.Repeats > 0 && decided(c.Verdict) }

func decided(v sudoku.Verdict) bool {
	return v == sudoku.Solved || v == sudoku.Unique || v == sudoku.Multiple || v == sudoku.Impossible
}

// Tabulate arranges samples.
func Tabulate(samples iter.Seq[Sample]) *Table {
	t := &Table{}
	type key struct {
		solver int
		puzzle int64
	}
	solvers, verdicts, times := map[string]int{}, map[key]sudoku.Verdict{}, map[key][]time.Duration{}
	puzzles := map[int64]bool{}
	for x := range samples {
		s, known := solvers[x.Solver]
		if !known {
			s = len(t.Solvers)
			solvers[x.Solver] = s
			t.Solvers = append(t.Solvers, x.Solver)
		}
		k := key{s, x.Puzzle}
		if old := verdicts[k]; old != sudoku.Wrong && old != sudoku.Crashed {
			verdicts[k] = x.Verdict
		}
		times[k] = append(times[k], x.Self)
		puzzles[x.Puzzle] = true
	}
	for p := range puzzles {
		t.Puzzles = append(t.Puzzles, p)
	}
	slices.Sort(t.Puzzles)
	for s := range t.Solvers {
		row := make([]Cell, len(t.Puzzles))
		for i, p := range t.Puzzles {
			if repeats := times[key{s, p}]; repeats != nil {
				row[i] = Cell{Verdict: verdicts[key{s, p}], Self: MedianTime(repeats), Repeats: len(repeats)}
			}
		}
		t.Cells = append(t.Cells, row)
	}
	return t
}

// Index returns the place of a solver, -1 if it is not there.
func (t *Table) Index(solver string) int { return slices.Index(t.Solvers, solver) }

// Decided returns the puzzles, as indices of Puzzles, that a solver decided, the fastest first.
func (t *Table) Decided(solver int) []int {
	var puzzles []int
	for p, c := range t.Cells[solver] {
		if c.Decided() {
			puzzles = append(puzzles, p)
		}
	}
	slices.SortStableFunc(puzzles, func(a, b int) int {
		return cmp.Compare(t.Cells[solver][a].Self, t.Cells[solver][b].Self)
	})
	return puzzles
}

// Times returns the self times in seconds of the puzzles that a solver decided, increasing.
func (t *Table) Times(solver int) []float64 {
	var seconds []float64
	for _, p := range t.Decided(solver) {
		seconds = append(seconds, t.Cells[solver][p].Self.Seconds())
	}
	return seconds
}

// Spots returns the puzzles that at least one of two solvers decided, and the self times of both in seconds, +Inf for the
// one that did not, in the order of puzzles. What one of them did not try is left out.
func (t *Table) Spots(a, b int) (puzzles []int64, x, y []float64) {
	seconds := func(c Cell) float64 {
		if !c.Decided() {
			return math.Inf(1)
		}
		return c.Self.Seconds()
	}
	for p, id := range t.Puzzles {
		if ca, cb := t.Cells[a][p], t.Cells[b][p]; ca.Repeats > 0 && cb.Repeats > 0 && (ca.Decided() || cb.Decided()) {
			puzzles, x, y = append(puzzles, id), append(x, seconds(ca)), append(y, seconds(cb))
		}
	}
	return puzzles, x, y
}

// Pairs returns the self times in seconds of the puzzles that both solvers decided, in the order of puzzles.
func (t *Table) Pairs(a, b int) (x, y []float64) {
	for p := range t.Puzzles {
		if ca, cb := t.Cells[a][p], t.Cells[b][p]; ca.Decided() && cb.Decided() {
			x, y = append(x, ca.Self.Seconds()), append(y, cb.Self.Seconds())
		}
	}
	return x, y
}
