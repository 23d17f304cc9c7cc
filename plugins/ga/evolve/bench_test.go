package evolve

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

func benchGrid() (*layout, []uint8) {
	l := newLayout(sudoku.MustGeometry("9"))
	values := make([]uint8, l.cells)
	for c := range values {
		values[c] = uint8((c%9+c/9*2)%9 + 1)
	}
	return l, values
}

func BenchmarkEntropy(b *testing.B) {
	l, values := benchGrid()
	o := newObjective(l, byEntropy)
	b.Run("packed", func(b *testing.B) {
		p, grid := newPacked(o), (*[81]uint8)(values)
		b.ReportAllocs()
		for b.Loop() {
			p.score(grid)
		}
	})
	b.Run("counted", func(b *testing.B) {
		counts := make([]uint8, len(l.houses)*l.stride)
		b.ReportAllocs()
		for b.Loop() {
			o.count(values, counts)
		}
	})
}

func BenchmarkSwapGain(b *testing.B) {
	l, values := benchGrid()
	o := newObjective(l, byEntropy)
	bath := newBath(o, l.familyNamed("rows"), 1)
	a := &individual{values: values, counts: make([]uint8, len(l.houses)*l.stride)}
	a.score = o.count(a.values, a.counts)
	b.ReportAllocs()
	i := int32(0)
	for b.Loop() {
		row := i % 9 * 9
		bath.swapGain(a, row+i%7, row+8-i%2)
		i++
	}
}
