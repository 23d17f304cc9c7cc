package search

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// TestEquals has lists whose sums equal that of one of them strike only what no solution has.
func TestEquals(t *testing.T) {
	compareMany(t, 600, func(rng *rand.Rand, n int, hidden sudoku.Grid) (list []clause.Clause) {
		cells := rng.Perm(len(hidden))
		hub := cells[:1+rng.IntN(3)]
		for first := len(hub); first < 10; {
			last := min(first+1+rng.IntN(3), 12)
			c := clause.Clause{Kind: clause.Sum, Cells: slices.Concat(cells[first:last], hub), Total: []clause.Range{{}}}
			c.Weights = slices.Concat(slices.Repeat([]int{1}, last-first), slices.Repeat([]int{-1}, len(hub)))
			list = append(list, c)
			first = last
		}
		return list
	})
}

// TestEqualBoxes finds in each box of a line what a cell that is alone in its box can be, though the clauses compare each
// with the first box only.
func TestEqualBoxes(t *testing.T) {
	p := parse(t, "9:~region-sum:r3c123456r4c6")
	e := New(p.Geometry())
	if !e.Load(p) {
		t.Fatal("a contradiction")
	}
	sums := 0
	for _, q := range e.clauses.all {
		if s, ok := q.(*sum); ok && len(s.of) == 4 {
			sums++
		}
	}
	if sums != 2 {
		t.Errorf("%d sums of a cell and three others instead of 2", sums)
	}
}
