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
		o.Near, o.Count = near, 6
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
