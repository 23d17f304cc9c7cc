package search

import (
	"math/rand/v2"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause/clausetest"
)

// TestFew compares what alternatives over few cells leave of random candidates with all lists of digits.
func TestFew(t *testing.T) {
	g := sudoku.MustGeometry("4")
	hidden := sudoku.Grid{1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1}
	rng := rand.New(rand.NewPCG(3, 3))
	compared := 0
	for range 2000 {
		c := clause.Clause{Kind: clause.Any}
		for range 1 + rng.IntN(3) {
			c.Either = append(c.Either, []clause.Clause{clausetest.Random(rng, 4, hidden, 0)})
		}
		e := New(g)
		e.Load(sudoku.MustPuzzle(g, nil))
		k := e.newCompiler()
		p := k.few(&c)
		if p == nil {
			continue
		}
		compared++
		e.clauses = k.index(nil)
		want := make([]uint64, g.Cells())
		for _, cell := range p.of {
			e.cand[cell] = uint64(1 + rng.IntN(15))
		}
		grid := make([]uint8, g.Cells())
		for code := range 1 << (2 * len(p.of)) {
			fits := true
			for i, cell := range p.of {
				grid[cell] = uint8(1 + code>>(2*i)&3)
				fits = fits && e.cand[cell]>>(grid[cell]-1)&1 == 1
			}
			for i, a := range p.of {
				for _, b := range p.of[:i] {
					fits = fits && (grid[a] != grid[b] || !k.sees[a].has(b))
				}
			}
			for _, cell := range p.of {
				if fits && c.Holds(grid) {
					want[cell] |= 1 << (grid[cell] - 1)
				}
			}
		}
		if alive := p.propagate(e); alive != (want[p.of[0]] != 0) {
			t.Fatalf("%+v: alive %v, %b", c, alive, want)
		} else if !alive {
			continue
		}
		for _, cell := range p.of {
			if e.cand[cell] != want[cell] {
				t.Fatalf("%+v: cell %d keeps %b instead of %b", c, cell, e.cand[cell], want[cell])
			}
		}
	}
	if compared < 500 {
		t.Errorf("%d compared", compared)
	}
}
