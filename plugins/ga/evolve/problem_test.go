package evolve

import (
	"bytes"
	"context"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Both variants find solutions that break no clause.
func TestPuzzlesWithConstraintsAreSolved(t *testing.T) {
	for _, text := range []string{
		"4:~cage=3:r1c12~cage=7:r2c12~cage=7:r3c12r4c1~white:r1c23",
		"6:~thermo:r1c1234~contain=1.2:r5c1234",
		"6:~cage=5:r34c5~cage=9:r1c456~thermo:r3c4r2c34~thermo:r6c12r5c1r45c2~white:r34c1~white:r4c56~white:r45c5",
	} {
		p, err := sudoku.ParsePuzzle(text)
		if err != nil {
			t.Fatal(err)
		}
		rules := newRules(p.Clauses(), p.Geometry().Cells(), p.Geometry().N())
		variants := []string{"memetic", "paper"}
		if len(p.Constraints()) > 4 {
			variants = variants[:1] // it is too hard for the algorithm as printed
		}
		for _, variant := range variants {
			s := usual
			s.Variant, s.MaxEvaluations = variant, 300_000
			solver, err := newSolver(s)
			if err != nil {
				t.Fatal(err)
			}
			var found sudoku.Grid
			_, err = solver.Solve(context.Background(), p, func(g sudoku.Grid) bool { found = g; return false })
			if err != nil || sudoku.Verify(p, found) != nil || rules.broken(found) != 0 {
				t.Errorf("%s: %s: %v, %v", variant, text, found, err)
			}
		}
	}
}

func TestLossesOfBrokenClauses(t *testing.T) {
	p, err := sudoku.ParsePuzzle("4:~cage=7:r1c34~white:r1c12~sum=2:r4c12")
	if err != nil {
		t.Fatal(err)
	}
	rules := newRules(p.Clauses(), 16, 4)
	values := bytes.Repeat([]byte{1, 3, 4, 4}, 4) // a repeat, 8 instead of 7, a pair, 4 instead of 2
	if got, want := rules.broken(values).float(), rules.unit.float()*(1+1+1+1.5849625); got < want-1e-6 || got > want+1e-6 {
		t.Errorf("%v is lost, want %v", got, want)
	}
}
