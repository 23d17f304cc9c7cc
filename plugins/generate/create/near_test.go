package create

import (
	"bytes"
	"errors"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

func TestNeighboursOfPuzzlesWithConstraints(t *testing.T) {
	for _, names := range []string{"cage", "cage,white=3", "all-dots", "thermo=3"} {
		o := wanted(t, "6", names, 1)
		near := generate(t, nil, o)[0]
		solution := solve(t, near)
		o.Near, o.Count, o.Minimal = near, 6, true
		puzzles, err := tryGenerate(nil, o)
		if err != nil && !errors.Is(err, sudoku.ErrGaveUp) || len(puzzles) < 2 && names != "all-dots" {
			t.Errorf("%s: %d neighbours of %s: %v", names, len(puzzles), near, err)
		}
		for _, p := range puzzles {
			if needsAll(t, p); !bytes.Equal(solve(t, p), solution) || p.String() == near.String() {
				t.Errorf("%s is no neighbour of %s", p, near)
			}
		}
		if again, _ := tryGenerate(nil, o); texts(again) != texts(puzzles) {
			t.Errorf("%s: other neighbours of the same seed", names)
		}
	}
}

// Of neighbours that need not be minimal some have more than they need, which is the way to easier puzzles; killers stay without
// givens.
func TestNeighboursWithMoreThanTheyNeed(t *testing.T) {
	o := wanted(t, "6", "cage", 1)
	o.Near, o.Count = generate(t, nil, o)[0], 12
	puzzles, err := tryGenerate(nil, o)
	if err != nil && !errors.Is(err, sudoku.ErrGaveUp) {
		t.Fatal(err)
	}
	more := 0
	for _, p := range puzzles {
		if n := solutions(p, 2); n != 1 || p.Clues() > 0 {
			t.Errorf("%s has %d solutions and %d givens", p, n, p.Clues())
		}
		for i := range p.Constraints() {
			if solutions(without(t, p, i), 2) == 1 {
				more++
				break
			}
		}
	}
	if more == 0 {
		t.Errorf("%d neighbours all need all of their cages", len(puzzles))
	}
}
