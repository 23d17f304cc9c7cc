package papers

import (
	"fmt"
	"slices"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

func TestSubsets(t *testing.T) {
	var all []string
	for s := range subsets(4, 2) {
		all = append(all, fmt.Sprint(s))
	}
	if want := []string{"[0 1]", "[0 2]", "[0 3]", "[1 2]", "[1 3]", "[2 3]"}; !slices.Equal(all, want) {
		t.Errorf("%v, want %v", all, want)
	}
	n := 0
	for range subsets(81, 3) {
		if n++; n == 100 {
			break
		}
	}
	for range subsets(81, 3) {
		n++
	}
	if n != 100+81*80*79/6 {
		t.Errorf("%d subsets", n)
	}
}

// TestRectangles finds the same four cells by exchanging the digits of any four cells that hold two digits twice.
func TestRectangles(t *testing.T) {
	p, err := sudoku.ParsePuzzle("693784512487512936125963874932651487568247391741398625319475268856129743274836159")
	if err != nil {
		t.Fatal(err)
	}
	grid := p.Givens()
	var want []string
	for four := range subsets(81, 4) {
		a, b := grid[four[0]], grid[four[1]]
		if a == b || !slices.Equal([]uint8{b, a}, []uint8{grid[four[2]], grid[four[3]]}) {
			continue
		}
		other := grid.Clone()
		for _, cell := range four {
			other[cell] = a + b - other[cell]
		}
		if sudoku.Verify(without(grid, four), other) == nil {
			want = append(want, fmt.Sprint(four))
		}
	}
	var got []string
	for _, four := range rectangles(grid) {
		got = append(got, fmt.Sprint(four))
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) || len(got) == 0 {
		t.Errorf("%v, want %v", got, want)
	}
}
