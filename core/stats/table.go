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

// decided reports whether a verdict answers the puzzle.
func decided(v sudoku.Verdict) bool {
	return v == sudoku.Solved || v == sudoku.Unique || v == sudoku.Multiple || v == sudoku.Impossible
}

// Tabulate arranges samples as a table of solvers by puzzles, solvers in the order in which they come. Of several
// times of one solver for one puzzle it keeps the median.
func Tabulate(samples iter.Seq[Sample]) *Table {
	type answer struct {
		puzzle  int64
		self    time.Duration
		verdict sudoku.Verdict
	}
	t := &Table{}
	index, answers := map[string]int{}, [][]answer{}
	for x := range samples {
		s, known := index[x.Solver]
		if !known {
			s = len(t.Solvers)
			index[x.Solver] = s
			t.Solvers, answers = append(t.Solvers, x.Solver), append(answers, nil)
		}
		answers[s] = append(answers[s], answer{x.Puzzle, x.Self, x.Verdict})
	}
	for _, all := range answers {
		slices.SortStableFunc(all, func(a, b answer) int { return cmp.Compare(a.puzzle, b.puzzle) })
		for i, a := range all {
			if i == 0 || a.puzzle != all[i-1].puzzle {
				t.Puzzles = append(t.Puzzles, a.puzzle)
			}
		}
	}
	slices.Sort(t.Puzzles)
	t.Puzzles = slices.Compact(t.Puzzles)
	var repeats []time.Duration
	for _, all := range answers {
		row := make([]Cell, len(t.Puzzles))
		p := 0
		for i := 0; i < len(all); {
			puzzle, verdict := all[i].puzzle, all[i].verdict
			repeats = repeats[:0]
			for ; i < len(all) && all[i].puzzle == puzzle; i++ {
				if verdict != sudoku.Wrong && verdict != sudoku.Crashed {
					verdict = all[i].verdict
				}
				repeats = append(repeats, all[i].self)
			}
			for t.Puzzles[p] != puzzle {
				p++
			}
			row[p] = Cell{Verdict: verdict, Self: MedianTime(repeats), Repeats: len(repeats)}
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

// Spots returns the puzzles that at least one of two solvers decided, and the self times of both in seconds, +Inf for
// the one that did not, in the order of puzzles. What one of them did not try is left out.
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

// Wins returns who beats whom: Wins[a][b] is the number of puzzles that a decided in less time than b, or
// that a decided and b did not. Puzzles that one of them did not try do not count.
func (t *Table) Wins() [][]int {
	wins := make([][]int, len(t.Solvers))
	for a := range wins {
		wins[a] = make([]int, len(t.Solvers))
		for b := range wins[a] {
			for p := range t.Puzzles {
				if beats(t.Cells[a][p], t.Cells[b][p]) {
					wins[a][b]++
				}
			}
		}
	}
	return wins
}

// beats reports whether a decided and b did not, or took longer.
func beats(a, b Cell) bool {
	return a.Decided() && b.Repeats > 0 && (!b.Decided() || a.Self < b.Self)
}

// Contribution says what a solver adds to the virtual best, the imaginary solver that answers each puzzle
// with the fastest that decided it (Xu, Hutter, Hoos & Leyton-Brown 2012).
type Contribution struct {
	Fastest int           // puzzles that it decides first
	Only    int           // puzzles that nobody else decides
	Saved   time.Duration // by how much the others' virtual best is slower on the puzzles that they decide
}

// VirtualBest returns how many puzzles the virtual best decides, its time, and each solver's contribution.
// Of equally fast solvers the first in order counts.
func (t *Table) VirtualBest() (puzzles int, total time.Duration, by []Contribution) {
	by = make([]Contribution, len(t.Solvers))
	for p := range t.Puzzles {
		first, second := -1, -1
		for s := range t.Solvers {
			if !t.Cells[s][p].Decided() {
				continue
			}
			switch {
			case first < 0 || t.Cells[s][p].Self < t.Cells[first][p].Self:
				first, second = s, first
			case second < 0 || t.Cells[s][p].Self < t.Cells[second][p].Self:
				second = s
			}
		}
		if first < 0 {
			continue
		}
		puzzles++
		total += t.Cells[first][p].Self
		by[first].Fastest++
		if second < 0 {
			by[first].Only++
		} else {
			by[first].Saved += t.Cells[second][p].Self - t.Cells[first][p].Self
		}
	}
	return puzzles, total, by
}

// Disagreement is a puzzle of which solvers say contradictory things, such as one solution and none. One of them has a
// bug.
type Disagreement struct {
	Puzzle   int64
	Verdicts []sudoku.Verdict // by solver; Unknown if it has nothing to say
}

// Disagreements returns the puzzles of which two verdicts cannot both be true, or one answer was wrong.
func (t *Table) Disagreements() []Disagreement {
	var found []Disagreement
	for p, id := range t.Puzzles {
		verdicts := make([]sudoku.Verdict, len(t.Solvers))
		for s := range t.Solvers {
			if c := t.Cells[s][p]; c.Repeats > 0 {
				verdicts[s] = c.Verdict
			}
		}
		if disagree(verdicts) {
			found = append(found, Disagreement{Puzzle: id, Verdicts: verdicts})
		}
	}
	return found
}

// disagree reports whether verdicts contradict each other.
func disagree(verdicts []sudoku.Verdict) bool {
	var seen [sudoku.Invalid + 1]bool
	for _, v := range verdicts {
		seen[v] = true
	}
	return seen[sudoku.Wrong] ||
		seen[sudoku.Impossible] && (seen[sudoku.Solved] || seen[sudoku.Unique] || seen[sudoku.Multiple]) ||
		seen[sudoku.Unique] && seen[sudoku.Multiple]
}
