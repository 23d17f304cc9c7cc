package evolve

import (
	"math"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"pgregory.net/rapid"
)

// geometries are of all sorts: other sizes, other boxes, more houses, regions.
var geometries = []string{
	"4", "6", "9", "9+x", "9+w", "9+n", "16", "9/l",
	"5/j:AAABBAABBBCDDEECCDEECCDDE",
}

func TestOptimum(t *testing.T) {
	l := newLayout(sudoku.MustGeometry("9"))
	got := newObjective(l).optimum.float()
	if want := 27 * math.Log(9); math.Abs(got-want) > 1e-6 {
		t.Errorf("optimum is %v, want %v", got, want)
	}
}

// TestCountIsEquation3 compares the table of whole numbers with the formula in floating point.
func TestCountIsEquation3(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := sudoku.MustGeometry(rapid.SampledFrom(geometries).Draw(t, "geometry"))
		l := newLayout(g)
		values := rapid.SliceOfN(rapid.Uint8Range(0, uint8(g.N())), g.Cells(), g.Cells()).Draw(t, "values")
		got := newObjective(l).count(values, make([]uint8, len(l.houses)*l.stride))
		want := 0.0
		for _, h := range g.Houses() {
			frequency := map[uint8]float64{}
			for _, c := range h.Cells {
				frequency[values[c]] += 1 / float64(len(h.Cells))
			}
			for v, p := range frequency {
				if v != 0 {
					want -= p * math.Log(p)
				}
			}
		}
		if math.Abs(got.float()-want) > 1e-5 {
			t.Fatalf("counted %v, the formula says %v", got.float(), want)
		}
	})
}

// TestIncrementalEqualsCounted swaps within genes of every family of every geometry: the score kept and the score
// counted afresh are one number.
func TestIncrementalEqualsCounted(t *testing.T) {
	for _, text := range geometries {
		l := newLayout(sudoku.MustGeometry(text))
		o := newObjective(l)
		for i := range l.families {
			b := newBath(o, nil, &l.families[i], 1)
			a := newIndividual(l)
			rnd := &random{uint64(i)}
			for _, h := range l.families[i].houses {
				for k, c := range l.houses[h].Cells {
					a.values[c] = uint8(k + 1)
				}
			}
			a.score = o.count(a.values, a.counts)
			for range 300 {
				cells := l.houses[l.families[i].houses[rnd.below(len(l.families[i].houses))]].Cells
				c, d := int32(cells[rnd.below(l.n)]), int32(cells[rnd.below(l.n)])
				if c == d {
					continue
				}
				swapAndCompare(t, o, b, a, c, d)
			}
		}
	}
}

func swapAndCompare(t *testing.T, o *objective, b *bath, a *individual, c, d int32) {
	t.Helper()
	v, w := a.values[c], a.values[d]
	b.take(a, c)
	b.take(a, d)
	b.put(a, c, w)
	b.put(a, d, v)
	fresh := make([]uint8, len(a.counts))
	if counted := o.count(a.values, fresh); a.score != counted {
		t.Fatalf("%s: kept %d, counted %d", o.layout.geometry, a.score, counted)
	}
}
