package search

import (
	"math/rand/v2"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// boards are small enough to have all their solutions listed.
var boards = []string{"4", "4/l", "4+x", "6"}

// TestRandomClauses compares what is found and what is struck with all solutions of random clauses of every kind.
func TestRandomClauses(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	grids := map[string][]sudoku.Grid{}
	for _, shape := range boards {
		p := sudoku.MustPuzzle(sudoku.MustGeometry(shape), nil)
		New(p.Geometry()).Count(p, 5000, 1<<30, func(g sudoku.Grid) { grids[shape] = append(grids[shape], g.Clone()) })
	}
	for range 3000 {
		shape := boards[rng.IntN(len(boards))]
		g := sudoku.MustGeometry(shape)
		hidden := grids[shape][rng.IntN(len(grids[shape]))]
		list := make([]clause.Clause, 1+rng.IntN(4))
		for i := range list {
			list[i] = randomClause(rng, g, hidden, 2)
		}
		givens := make(sudoku.Grid, g.Cells())
		if g.N() > 4 {
			for c := range givens {
				if rng.IntN(3) == 0 {
					givens[c] = hidden[c]
				}
			}
		}
		compareAll(t, sudoku.MustPuzzle(g, givens), list)
	}
}

// compareAll holds the engine against a search without propagation.
func compareAll(t *testing.T, p *sudoku.Puzzle, list []clause.Clause) {
	t.Helper()
	var want []sudoku.Grid
	New(p.Geometry()).Count(p, 1<<30, 1<<30, func(g sudoku.Grid) {
		if clause.AllHold(list, g) {
			want = append(want, g.Clone())
		}
	})
	e := New(p.Geometry())
	if !e.Load(p) {
		t.Fatal("the givens clash")
	}
	e.loadClauses(list)
	if !e.Propagate() {
		if len(want) > 0 {
			t.Fatalf("%v: %+v: a contradiction, but there are %d solutions", p, list, len(want))
		}
		return
	}
	for c := range p.Givens() {
		for _, g := range want {
			if !e.Candidates(c).Has(int(g[c])) {
				t.Fatalf("%v: %+v: %d is struck from cell %d, but is in a solution", p, list, g[c], c)
			}
		}
	}
	found := 0
	e.Search(func(g sudoku.Grid) bool {
		if !clause.AllHold(list, g) {
			t.Fatalf("%v: %+v: %v is no solution", p, list, g)
		}
		found++
		return true
	})
	if found != len(want) {
		t.Fatalf("%v: %+v: %d solutions instead of %d", p, list, found, len(want))
	}
}

// randomClause makes a clause that mostly holds in a grid.
func randomClause(rng *rand.Rand, g *sudoku.Geometry, hidden sudoku.Grid, depth int) clause.Clause {
	n := g.N()
	cells := rng.Perm(g.Cells())[:2+rng.IntN(4)]
	c := clause.Clause{Kind: clause.Kind(rng.IntN(6)), Cells: cells}
	if depth > 0 && rng.IntN(6) == 0 {
		c.Kind = clause.Any
	}
	digits := func() clause.Digits { return clause.Digits(rng.Uint64N(1<<n-1) + 1) }
	switch c.Kind {
	case clause.In:
		c.Cells, c.Digits = cells[:1], []clause.Digits{digits().With(int(hidden[cells[0]]))}
	case clause.Pair:
		c.Cells = cells[:2]
		k := rng.Uint64()
		c.Relation = clause.NewRelation(n, func(a, b int) bool {
			return k>>((a*n+b)&63)&1 == 1 || a == int(hidden[cells[0]]) && b == int(hidden[cells[1]])
		})
	case clause.Sum, clause.Count:
		c.Cells = append(cells, cells[:rng.IntN(2)]...)
		c.Weights = nil
		for range c.Cells {
			c.Weights = append(c.Weights, []int{1, 1, 1, 1, -1, 2, -10}[rng.IntN(7)])
			c.Digits = append(c.Digits, digits())
		}
		if rng.IntN(2) == 0 {
			c.Weights = nil
		}
		total := 0
		for i, cell := range c.Cells {
			if d := int(hidden[cell]); c.Kind == clause.Sum {
				total += d * c.Weight(i)
			} else if c.Digits[i].Has(d) {
				total += c.Weight(i)
			}
		}
		c.Total = []clause.Range{{Low: total, High: total + rng.IntN(2)}, {Low: total + 4, High: total + 5}}
	case clause.Word:
		c.Cells = append(cells, cells[:rng.IntN(2)]...)
		m, k := 1+rng.IntN(4), rng.Uint64()
		a, err := clause.Build(n, 0, func(s, d int) (int, bool) { return (s*d + int(k>>(s*5+d)&7)) % m, true },
			func(s int) bool { return s != 0 || m == 1 })
		if err != nil {
			panic(err)
		}
		c.Automaton = a
	case clause.Any:
		c.Cells = nil
		for range 2 + rng.IntN(2) {
			var list []clause.Clause
			for range rng.IntN(3) {
				list = append(list, randomClause(rng, g, hidden, depth-1))
			}
			c.Either = append(c.Either, list)
		}
	}
	return c
}
