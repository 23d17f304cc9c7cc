package create

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
)

// Going to neighbours with no more clues leads to few, and the solution stays the only one.
func TestNeighbours(t *testing.T) {
	p := generate(t, nil, sudoku.Order{Count: 1, Minimal: true})[0]
	best := p
	for step := uint64(0); step < 100 && best.Clues() > 22; step++ {
		for _, next := range generate(t, nil, sudoku.Order{Count: 16, Near: best, Minimal: true, Seed: step}) {
			if next.Clues() <= best.Clues() {
				best = next
			}
		}
	}
	if best.Clues() > 22 || solutions(best, 2) != 1 {
		t.Errorf("%s with %d clues", best, best.Clues())
	}
}

func TestNeighboursKeepToTheOrder(t *testing.T) {
	p := generate(t, nil, sudoku.Order{Count: 1, Symmetry: "rot180", Seed: 4})[0]
	o := sudoku.Order{Count: 8, Near: p, Symmetry: "rot180", CluesMin: p.Clues(), CluesMax: p.Clues() + 4}
	for _, q := range generate(t, nil, o) {
		if q.Clues() < o.CluesMin || q.Clues() > o.CluesMax || solutions(q, 2) != 1 {
			t.Errorf("%s with %d clues, want %d to %d", q, q.Clues(), o.CluesMin, o.CluesMax)
		}
		for cell, v := range q.Givens() {
			if (v == 0) != (q.Givens()[80-cell] == 0) {
				t.Fatalf("%s is not symmetric", q)
			}
		}
	}
	for _, bad := range []sudoku.Order{
		{Near: sudoku.MustPuzzle(p.Geometry(), nil)},
		{Near: p, AllowMultiple: true},
		{Near: sudoku.MustPuzzle(sudoku.MustGeometry("4"), nil)},
	} {
		bad.Geometry, bad.Count = p.Geometry(), 1
		if _, err := tryGenerate(nil, bad); err == nil {
			t.Errorf("%+v is accepted", bad)
		}
	}
	o = wanted(t, "6", "cage", 1)
	o.Near = generate(t, nil, o)[0]
	for _, names := range [][]constraint.Wanted{o.Constraints, nil} {
		o.Constraints = names
		if _, err := tryGenerate(nil, o); !errors.Is(err, sudoku.ErrUnsupported) {
			t.Errorf("neighbours of %s: %v", o.Near, err)
		}
	}
}

// naiveBoard is a 9×9 board for a second implementation of Wang's rule, which computes everything anew each time.
type naiveBoard [9][9]int

func (b *naiveBoard) fits(r, c, d int) bool {
	if b[r][c] != 0 {
		return false
	}
	for i := range 9 {
		if b[r][i] == d || b[i][c] == d || b[r/3*3+i/3][c/3*3+i%3] == d {
			return false
		}
	}
	return true
}

// step fills one cell that has one digit left, or is the only place of a digit in a row, column or box.
func (b *naiveBoard) step() bool {
	for r := range 9 {
		for c := range 9 {
			for d := 1; d <= 9; d++ {
				if !b.fits(r, c, d) {
					continue
				}
				digits, row, column, box := 0, 0, 0, 0
				for i := range 9 {
					if b.fits(r, c, i+1) {
						digits++
					}
					if b.fits(r, i, d) {
						row++
					}
					if b.fits(i, c, d) {
						column++
					}
					if b.fits(r/3*3+i/3, c/3*3+i%3, d) {
						box++
					}
				}
				if digits == 1 || row == 1 || column == 1 || box == 1 {
					b[r][c] = d
					return true
				}
			}
		}
	}
	return false
}

// fill fills what singles decide and returns the number of empty cells. A full board may break the rules.
func (b *naiveBoard) fill() (empty int) {
	for b.step() {
	}
	for r := range 9 {
		for c := range 9 {
			if b[r][c] == 0 {
				empty++
			}
		}
	}
	return empty
}

// valid reports whether no digit is twice in a row, column or box of a full board.
func (b naiveBoard) valid() bool {
	for r := range 9 {
		for c := range 9 {
			d := b[r][c]
			b[r][c] = 0
			if !b.fits(r, c, d) {
				return false
			}
			b[r][c] = d
		}
	}
	return true
}

func naiveAccepts(b naiveBoard) bool {
	empty := b.fill()
	if empty <= 15 {
		return empty == 0
	}
	for r := range 9 {
		for c := range 9 {
			for d := 1; d <= 9; d++ {
				if guess := b; guess.fits(r, c, d) {
					guess[r][c] = d
					if guess.fill() == 0 && guess.valid() {
						return true
					}
				}
			}
		}
	}
	return false
}

func TestWangAcceptsWhatANaiveProgramAccepts(t *testing.T) {
	w := newWang(sudoku.Classic())
	engine := newEngine(t.Context(), sudoku.Classic(), 1)
	rng := rand.New(rand.NewPCG(1, 1))
	verdicts := map[bool]int{}
	for i := range 100 {
		givens := w.empty(engine.grid(rng), 0.3+0.4*float64(i%5)/4, rng)
		var b naiveBoard
		for cell, d := range givens {
			b[cell/9][cell%9] = int(d)
		}
		want := naiveAccepts(b)
		if got := w.accepts(givens); got != want {
			t.Errorf("%v: accepted: %v, naively: %v", givens, got, want)
		}
		verdicts[want]++
	}
	if verdicts[true] < 25 || verdicts[false] < 25 {
		t.Errorf("the sample says little: %v", verdicts)
	}
}

func TestWangsPuzzles(t *testing.T) {
	wang := map[string]any{"method": "wang"}
	for _, c := range []struct {
		n        float64
		unique   [2]int // of 300, least and most
		fewClues float64
	}{{0.3, [2]int{300, 300}, 55}, {0.5, [2]int{215, 255}, 39}, {0.6, [2]int{45, 95}, 31}, {0.7, [2]int{1, 25}, 27}} {
		clues, unique := 0, 0
		for _, p := range generate(t, wang, sudoku.Order{Count: 300, HasDifficulty: true, Difficulty: c.n, AllowMultiple: true}) {
			clues += p.Clues()
			switch solutions(p, 2) {
			case 0:
				t.Errorf("%s has no solution", p)
			case 1:
				unique++
			}
		}
		mean := float64(clues) / 300
		if unique < c.unique[0] || unique > c.unique[1] || mean < c.fewClues || mean > c.fewClues+4 {
			t.Errorf("n = %v: %d of 300 have one solution, %.1f clues on average", c.n, unique, mean)
		}
	}
}

// TestBoundOfFifteen shows what the bound does to the share of puzzles with one solution.
func TestBoundOfFifteen(t *testing.T) {
	const count = 150
	engine := newEngine(t.Context(), sudoku.Classic(), usual.GridBound)
	share := func(bound int, n float64) stats.Share {
		w := newWang(sudoku.Classic())
		w.fewestOpen = bound
		rng := rand.New(rand.NewPCG(1, uint64(1000*n)))
		unique, last := int64(0), make(sudoku.Grid, 81)
		for made := int64(0); made < count; {
			if givens := w.empty(engine.grid(rng), n, rng); w.accepts(givens) {
				made++
				if engine.count(givens, 2, last) == 1 {
					unique++
				}
			}
		}
		return stats.ShareOf(unique, count)
	}
	for _, n := range []float64{0.3, 0.5, 0.6, 0.7} {
		with, without := share(fewestOpen, n), share(-1, n)
		t.Logf("n = %v: %v with the bound, %v without", n, with, without)
		if n < 0.55 && with.Low <= without.High {
			t.Errorf("n = %v: the bound does not raise the share", n)
		}
	}
}

func TestWangWithOneSolution(t *testing.T) {
	wang := map[string]any{"method": "wang"}
	for _, g := range []string{"9", "6"} {
		geometry, err := sudoku.ParseGeometry(g)
		if err != nil {
			t.Fatal(err)
		}
		order := sudoku.Order{Geometry: geometry, Count: 10, HasDifficulty: true, Difficulty: 0.5, Seed: 7}
		puzzles := generate(t, wang, order)
		for _, p := range puzzles {
			if n := solutions(p, 2); n != 1 {
				t.Errorf("%s has %d solutions", p, n)
			}
		}
		again := generate(t, map[string]any{"method": "wang", "workers": 3}, order)
		for i := range again {
			if !slices.Equal(again[i].Givens(), puzzles[i].Givens()) {
				t.Errorf("%s depends on the number of workers", puzzles[i])
			}
		}
	}
}

func TestWangRefusesOrders(t *testing.T) {
	wang := map[string]any{"method": "wang", "attempts": 50}
	for name, o := range map[string]sudoku.Order{
		"must be given": {},
		"symmetry":      {HasDifficulty: true, Difficulty: 0.5, Symmetry: "rot180"},
		"minimal":       {HasDifficulty: true, Difficulty: 0.5, Minimal: true},
	} {
		o.Count = 1
		if _, err := tryGenerate(wang, o); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := tryGenerate(wang, sudoku.Order{Count: 1, HasDifficulty: true, Difficulty: 1, AllowMultiple: true}); !errors.Is(err, sudoku.ErrGaveUp) {
		t.Errorf("an empty grid was accepted: %v", err)
	}
}
