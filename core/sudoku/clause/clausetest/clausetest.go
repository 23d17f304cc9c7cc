// Package clausetest makes clauses for tests.
package clausetest

import (
	"math/rand/v2"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// Random makes a clause of any kind that mostly holds in a grid of digits 1 … n. Alternatives are at most depth deep.
func Random(rng *rand.Rand, n int, hidden []uint8, depth int) clause.Clause {
	cells := rng.Perm(len(hidden))[:2+rng.IntN(4)]
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
		total := c.Amount(hidden)
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
				list = append(list, Random(rng, n, hidden, depth-1))
			}
			c.Either = append(c.Either, list)
		}
	}
	return c
}
