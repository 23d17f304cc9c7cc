package search

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// TestLayers has an automaton accept the same words unrolled and as one table for all cells.
func TestLayers(t *testing.T) {
	a, err := clause.Build(4, 0, func(s, d int) (int, bool) { return (s*3 + d) % 7, (s+d)%5 != 0 },
		func(s int) bool { return s%3 == 0 })
	if err != nil {
		t.Fatal(err)
	}
	e := New(sudoku.MustGeometry("4"))
	for cells := 1; cells <= 5; cells++ {
		of := make([]int, cells)
		for i := range of {
			of[i] = i
		}
		c := &clause.Clause{Kind: clause.Word, Cells: of, Automaton: a}
		unrolled := e.newWord(c)
		flat := &word{of: unrolled.of, layers: repeat(a, cells)}
		for range flat.layers {
			flat.reached = append(flat.reached, make([]uint64, 1))
		}
		for code := range 1 << (4 * cells) {
			e.Load(sudoku.MustPuzzle(e.Geometry(), nil))
			for i := range of {
				e.cand[i] = uint64(code>>(4*i))&15 | 1
			}
			before := append([]uint64(nil), e.cand...)
			alive := unrolled.propagate(e)
			left := append([]uint64(nil), e.cand...)
			copy(e.cand, before)
			if flat.propagate(e) != alive {
				t.Fatalf("%b: alive %v only if unrolled", before[:cells], alive)
			}
			for i := range of {
				if alive && left[i] != e.cand[i] {
					t.Fatalf("%b: cell %d keeps %b if unrolled, else %b", before[:cells], i, left[i], e.cand[i])
				}
			}
			if cells == 5 && code > 1<<14 {
				break
			}
		}
	}
}
