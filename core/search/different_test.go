package search

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// TestDifferent has words over cells that differ strike only what no solution has, and each step that is left be part of
// an accepted word of different digits.
func TestDifferent(t *testing.T) {
	compareMany(t, 600, func(rng *rand.Rand, n int, hidden sudoku.Grid) (list []clause.Clause) {
		for range 1 + rng.IntN(3) {
			name := []string{"skyscraper", "x-sum", "hidden-skyscraper", "sandwich"}[rng.IntN(4)]
			cells, turned := fmt.Sprintf("r%dc", 1+rng.IntN(n)), rng.IntN(2) == 0
			for i := range n - rng.IntN(2) {
				if turned {
					i = n - 1 - i
				}
				cells += fmt.Sprint(i + 1)
			}
			list = append(list, parse(t, fmt.Sprintf("%d:~%s=%d:%s", n, name, 1+rng.IntN(n), cells)).Clauses()...)
		}
		return list
	})
	for _, n := range []int{4, 7} {
		a, err := clause.Build(n, 0, func(s, d int) (int, bool) { return (s*3 + d) % 11, (s+d)%5 != 0 },
			func(s int) bool { return s%3 == 0 })
		if err != nil {
			t.Fatal(err)
		}
		for cells := 1; cells <= n; cells++ {
			layers, taken := unroll(a, cells), map[[3]int]bool{}
			var walk func(path [][3]int, s, used int)
			walk = func(path [][3]int, s, used int) {
				if len(path) == cells {
					for _, step := range path {
						taken[step] = true
					}
					return
				}
				for d := range n {
					if l := layers[len(path)]; used>>d&1 == 0 && l.leads[s]>>d&1 == 1 {
						walk(append(path[:len(path):len(path)], [3]int{len(path), s, d}), int(l.next[s*n+d]), used|1<<d)
					}
				}
			}
			if len(layers[0].leads) > 0 {
				walk(nil, 0, 0)
			}
			New(sudoku.MustGeometry(fmt.Sprint(n, "/l"))).different(layers)
			for i, l := range layers[:cells] {
				for s, leads := range l.leads {
					for d := range n {
						if taken[[3]int{i, s, d}] != (leads>>d&1 == 1) {
							t.Fatalf("%d cells: step %d from state %d before cell %d: taken %v", cells, d+1, s, i, taken[[3]int{i, s, d}])
						}
					}
				}
			}
		}
	}
}
