package search

import (
	"math/rand/v2"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// TestAccepted has words that are accepted in any order, over cells of which some differ, strike only what no solution has.
func TestAccepted(t *testing.T) {
	compareMany(t, 600, func(rng *rand.Rand, n int, hidden sudoku.Grid) (list []clause.Clause) {
		for range 1 + rng.IntN(3) {
			cells := rng.Perm(len(hidden))[:1+rng.IntN(4)]
			if rng.IntN(2) == 0 {
				list = append(list, clause.Clause{Kind: clause.Differ, Cells: cells})
			}
			k, own := rng.Uint64()|rng.Uint64(), clause.Digits(0)
			for _, cell := range cells {
				own = own.With(int(hidden[cell]))
			}
			a, err := clause.Build(n, clause.Digits(0), func(s clause.Digits, d int) (clause.Digits, bool) { return s.With(d), true },
				func(s clause.Digits) bool { return k>>s&1 == 1 || s == own })
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, clause.Clause{Kind: clause.Word, Cells: cells, Automaton: a})
		}
		return list
	})
}

// TestOrder makes a cage of a word if the order of digits that differ says nothing, and only then, and of cells in one relation
// that leaves few sets.
func TestOrder(t *testing.T) {
	for line, want := range map[string]bool{
		"9:~no-sum=10:r1c1234": true, "9:~product=24:r1c123": true, "9:~product=24:r1c1r1c2r2c4": false,
		"9:~regex=12|21:r1c12": true, "9:~regex=12|13|31:r1c12": false, "9:~skyscraper=3:r1": false, "9:~ten-line=10:r1c1234": false,
		"9:~nabner:r1c1r2c3r3c5r4c7": true, "9:~nabner:r1c1r2c3r3c5": false, "9:~renban:r1c1r2c3r3c5": true,
		"9:~thermo:r1c1r1c2r1c3r1c4": false,
	} {
		p := parse(t, line)
		e := New(p.Geometry())
		e.Load(p)
		cages := 0
		for _, q := range e.clauses.all {
			if _, ok := q.(*cage); ok {
				cages++
			}
		}
		if cages > 0 != want {
			t.Errorf("%s: %d cages", line, cages)
		}
	}
}
