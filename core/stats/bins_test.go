package stats_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/stats"
)

func TestEdgesAreRound(t *testing.T) {
	for _, c := range []struct {
		most   int
		values []float64
		want   []float64
	}{
		{20, nil, nil},
		{20, []float64{math.NaN(), math.Inf(1)}, nil},
		{20, []float64{17, 22, 19}, []float64{17, 18, 19, 20, 21, 22, 23}},
		{5, []float64{17, 36}, []float64{15, 20, 25, 30, 35, 40}},
		{6, []float64{1.2, 2.5, math.NaN()}, []float64{1, 1.5, 2, 2.5, 3}},
		{10, []float64{0.1, 0.3}, []float64{0.1, 0.12, 0.14, 0.16, 0.18, 0.2, 0.22, 0.24, 0.26, 0.28, 0.3, 0.32}},
		{4, []float64{-1.5, 0, 2}, []float64{-2, -1, 0, 1, 2, 3}},
		{20, []float64{7.2, 7.2}, []float64{7, 8}},
		{20, []float64{0}, []float64{0, 1}},
		{20, []float64{24, 24}, []float64{24, 25}},
		{20, []float64{3, 4000}, []float64{2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000}},
		{9, []float64{1e17, 1e17 + 16}, []float64{1e17, 1.000000000002e17}},
		{4, []float64{0.003, 4000}, []float64{0.001, 0.01, 0.1, 1, 10, 100, 1000, 10000}},
	} {
		if got := stats.Edges(c.most, c.values); !slices.Equal(got, c.want) {
			t.Errorf("at most %d bins of %v: edges %v, want %v", c.most, c.values, got, c.want)
		}
	}
}

// TestEveryValueHasItsBin draws values of all sizes: each finite one is in a bin, the bin holds it, there are not many
// more bins than asked for, and an edge that is written down is read as itself.
func TestEveryValueHasItsBin(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for range 20_000 {
		var values []float64
		scale := math.Pow(10, float64(r.IntN(30)-15))
		for range 1 + r.IntN(8) {
			v := scale * r.NormFloat64()
			switch r.IntN(3) {
			case 0:
				v = math.Round(v)
			case 1:
				v = math.Round(10*v) / 10
			}
			values = append(values, v)
		}
		most := 1 + r.IntN(40)
		edges := stats.Edges(most, values)
		total := 0
		for _, b := range stats.Count(edges, values) {
			if total += b.Count; !(b.From < b.Below) {
				t.Fatalf("%v at most %d: bin from %v to %v", values, most, b.From, b.Below)
			}
		}
		if total != len(values) || edges[0] > slices.Min(values) || edges[len(edges)-1] <= slices.Max(values) {
			t.Fatalf("%v at most %d: %d values in the bins %v", values, most, total, edges)
		}
		if len(edges)-1 > max(most+2, 34) {
			t.Fatalf("%v at most %d: %d bins", values, most, len(edges)-1)
		}
		for _, e := range edges[:len(edges)-1] {
			if text := strconv.FormatFloat(e, 'g', 15, 64); parsed(t, text) != e {
				t.Fatalf("%v at most %d: the edge %v is not round", values, most, e)
			}
		}
	}
}

func parsed(t *testing.T, text string) float64 {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestCountHasNoPlaceOutside(t *testing.T) {
	want := []stats.Bin{{1, 2, 2}, {2, 4, 1}}
	if got := stats.Count([]float64{1, 2, 4}, []float64{0.9, 1, 1.9, 2, 4, math.NaN(), math.Inf(1)}); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := stats.Count(nil, []float64{1}); got != nil {
		t.Errorf("bins without edges: %v", got)
	}
}
