package search

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// TestPairs has pairs in few relations, each of several pairs, strike only what no solution has.
func TestPairs(t *testing.T) {
	compareMany(t, 600, func(rng *rand.Rand, n int, hidden sudoku.Grid) (list []clause.Clause) {
		for range 1 + rng.IntN(2) {
			k := 1 + rng.IntN(3)
			r := clause.NewRelation(n, []func(a, b int) bool{
				func(a, b int) bool { return a-b == k || b-a == k },
				func(a, b int) bool { return a == k*b || b == k*a },
				func(a, b int) bool { return a+b == n-k },
				func(a, b int) bool { return (a*k+b)%3 == 0 },
			}[rng.IntN(4)])
			for range 20 {
				if at := rng.Perm(len(hidden))[:2]; r.Holds(int(hidden[at[0]]), int(hidden[at[1]])) {
					list = append(list, clause.Clause{Kind: clause.Pair, Cells: at, Relation: r})
				}
			}
		}
		return list
	})
}

// TestNeeded has a black dot of 1, 2 and 4 hold the 2, which leaves the row and the box.
func TestNeeded(t *testing.T) {
	p := parse(t, "9:{124}{124}.......{124}"+strings.Repeat(".", 71)+"~black:r1c12~black:r1c1r2c1")
	e := New(p.Geometry())
	if !e.Load(p) || !e.Propagate() {
		t.Fatal("a contradiction")
	}
	for _, c := range []int{2, 8, 10, 20} {
		if e.Candidates(c).Has(2) {
			t.Errorf("cell %d keeps %b", c, e.Candidates(c))
		}
	}
	less := clause.NewRelation(9, func(a, b int) bool { return a < b })
	apart := clause.NewRelation(9, func(a, b int) bool { return a-b != 1 && b-a != 1 })
	if needs(less) || needs(apart) {
		t.Error("digits in order, or not consecutive, need one")
	}
}
