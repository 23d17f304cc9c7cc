package stats

import (
	"time"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

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

// Disagreement is a puzzle that solvers say contradictory things of.
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

func disagree(verdicts []sudoku.Verdict) bool {
	var seen [sudoku.Invalid + 1]bool
	for _, v := range verdicts {
		seen[v] = true
	}
	return seen[sudoku.Wrong] ||
		seen[sudoku.Impossible] && (seen[sudoku.Solved] || seen[sudoku.Unique] || seen[sudoku.Multiple]) ||
		seen[sudoku.Unique] && seen[sudoku.Multiple]
}
