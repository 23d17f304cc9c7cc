package search

import (
	"math/rand/v2"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause/clausetest"
)

// boards are small enough to have all their solutions listed.
var boards = []string{"4", "4/l", "4+x", "6"}

// TestRandomClauses compares what is found and what is struck with all solutions of random clauses of every kind.
func TestRandomClauses(t *testing.T) {
	compareMany(t, 3000, func(rng *rand.Rand, n int, hidden sudoku.Grid) []clause.Clause {
		list := make([]clause.Clause, 1+rng.IntN(4))
		for i := range list {
			list[i] = clausetest.Random(rng, n, hidden, 2)
		}
		return list
	})
}

// compareMany compares so many lists of clauses, made for a hidden grid of digits 1 … n, with all solutions on small boards.
func compareMany(t *testing.T, times int, list func(rng *rand.Rand, n int, hidden sudoku.Grid) []clause.Clause) {
	t.Helper()
	rng := rand.New(rand.NewPCG(7, 7))
	grids := map[string][]sudoku.Grid{}
	for _, shape := range boards {
		p := sudoku.MustPuzzle(sudoku.MustGeometry(shape), nil)
		New(p.Geometry()).Count(p, 5000, 1<<30, func(g sudoku.Grid) { grids[shape] = append(grids[shape], g.Clone()) })
	}
	for range times {
		shape := boards[rng.IntN(len(boards))]
		g := sudoku.MustGeometry(shape)
		hidden := grids[shape][rng.IntN(len(grids[shape]))]
		givens := make(sudoku.Grid, g.Cells())
		made := list(rng, g.N(), hidden)
		if g.N() > 4 {
			for c := range givens {
				if rng.IntN(3) == 0 {
					givens[c] = hidden[c]
				}
			}
		}
		compareAll(t, sudoku.MustPuzzle(g, givens), made)
	}
}

// compareAll holds the engine against a search without propagation.
func compareAll(t *testing.T, p *sudoku.Puzzle, list []clause.Clause) {
	t.Helper()
	var want []sudoku.Grid
	New(p.Geometry()).Count(p, 1<<30, 1<<30, func(g sudoku.Grid) {
		if clause.AllHold(list, g) {
			want = append(want, g.Clone())
		}
	})
	e := New(p.Geometry())
	if !e.Load(p) {
		t.Fatal("the givens clash")
	}
	e.loadClauses(list)
	if !e.Propagate() {
		if len(want) > 0 {
			t.Fatalf("%v: %+v: a contradiction, but there are %d solutions", p, list, len(want))
		}
		return
	}
	for c := range p.Givens() {
		for _, g := range want {
			if !e.Candidates(c).Has(int(g[c])) {
				t.Fatalf("%v: %+v: %d is struck from cell %d, but is in a solution", p, list, g[c], c)
			}
		}
	}
	found := 0
	e.Search(func(g sudoku.Grid) bool {
		if !clause.AllHold(list, g) {
			t.Fatalf("%v: %+v: %v is no solution", p, list, g)
		}
		found++
		return true
	})
	if found != len(want) {
		t.Fatalf("%v: %+v: %d solutions instead of %d", p, list, found, len(want))
	}
}

// TestLate ends a search while a puzzle is loaded and while its automata of thousands of states, for all cells of a board, work.
func TestLate(t *testing.T) {
	p := parse(t, "9:~regex=.*1.{10}[12]:r1r2r3r4r5r6r7r8r9~regex=.*2.{10}[23]:r9r8r7r6r5r4r3r2r1")
	e := New(p.Geometry())
	e.Guess = func() bool { return false }
	looks := 0
	for end := 1; looks >= end/2; end *= 2 {
		looks = 0
		e.Late = func() bool { looks++; return looks == end }
		if e.Load(p) && e.Search(func(sudoku.Grid) bool { return false }) && looks == end {
			t.Fatalf("searched to the end although late at look %d", end)
		}
		if looks > end {
			t.Fatalf("asked %d times, late after %d", looks, end)
		}
	}
	if looks < 3 {
		t.Errorf("asked %d times before the first guess", looks)
	}
	e.Guess, e.Late = nil, func() bool { return true }
	if mean, deviation := e.Estimate(p, 10, rand.New(rand.NewPCG(1, 1))); mean != 0 || deviation < 1e300 {
		t.Errorf("late, %v ± %v solutions are estimated", mean, deviation)
	}
	sure := make([]sudoku.Digits, 81)
	for cell, possible := range e.TrueCandidates(p, sure) {
		if possible.Len() != 9 || sure[cell] != 0 {
			t.Fatalf("late, cell %d may hold %v and holds %v", cell, possible, sure[cell])
		}
	}
}
