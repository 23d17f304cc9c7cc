package ladder

import (
	"context"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
)

// IsUnique counts solutions of the board, so with what has been struck from it.
func TestIsUnique(t *testing.T) {
	e, err := New("se", 12)
	if err != nil {
		t.Fatal(err)
	}
	check := func(want Solutions, of string) {
		t.Helper()
		if e.IsUnique() != (want == OneSolution) || e.Known != want {
			t.Errorf("%s: %v, want %v", of, e.Known, want)
		}
	}
	for seed := range uint64(8) {
		p := rulestest.Random(sudoku.Classic(), seed, 81)
		e.Begin(t.Context(), p)
		check(OneSolution, p.String())
		solution, several := rulestest.Solutions(p, 1)[0], p.Givens().Clone()
		var given int
		for given = 0; several[given] == 0; given++ {
		}
		several[given] = 0
		q := sudoku.MustPuzzle(p.Geometry(), several)
		e.Begin(t.Context(), q)
		check(SeveralSolutions, q.String())
		e.Begin(t.Context(), q)
		e.Strike(given, int(solution[given])-1)
		if other := rulestest.Solutions(q, 3); len(other) == 2 {
			check(OneSolution, q.String()+" without a digit")
		} else {
			check(SeveralSolutions, q.String()+" without a digit")
		}
		e.Begin(t.Context(), p)
		for cell := range e.Cand {
			if e.Value[cell] == 0 && e.Cand[cell]>>(solution[cell]-1)&1 == 1 {
				e.Strike(cell, int(solution[cell])-1)
				break
			}
		}
		check(NoSolution, p.String()+" without a digit of its solution")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	e.Begin(ctx, rulestest.Random(sudoku.Classic(), 1, 81))
	check(notCounted, "an ended search")
}
