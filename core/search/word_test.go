package search

import (
	"fmt"
	"strings"
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
		unrolled := e.newWord(c, false)
		e.words.size = mostWords
		flat := e.newWord(c, false)
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

// TestManyWords has automata of thousands of states read lists of many lengths: the tables stay small.
func TestManyWords(t *testing.T) {
	var text strings.Builder
	text.WriteString("9:")
	for digit := 1; digit < 9; digit++ {
		cells := "r1"
		for row := 2; row <= 9; row++ {
			for column := range 8 {
				fmt.Fprintf(&text, "~regex=.*%d.{10}:%sr%dc%s", digit, cells, row, "12345678"[:column+1])
			}
			cells += fmt.Sprint("r", row)
		}
	}
	p := parse(t, text.String())
	e := New(p.Geometry())
	e.Load(p)
	tables := 8 * 9 * 2 * clause.MaxStates
	if e.words.size > mostWords+mostUnrolled+tables || len(e.clauses.all) < 8*64 {
		t.Errorf("%d entries for %d words", e.words.size, len(e.clauses.all))
	}
	if reached := 82 * clause.MaxStates / 64; len(e.words.reached) > reached {
		t.Errorf("%d words of states reached", len(e.words.reached))
	}
}
