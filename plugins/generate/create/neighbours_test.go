package create

import (
	"errors"
	"testing"

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
