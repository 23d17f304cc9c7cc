package stats_test

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"gonum.org/v1/gonum/stat"

	"github.com/sudokuctl/sudokuctl/core/stats"
)

func TestQuantile(t *testing.T) {
	for q, want := range map[float64]float64{0: 1, 0.5: 2.5, 0.25: 1.75, 1: 4} {
		if got := stats.Quantile([]float64{1, 2, 3, 4}, q); got != want {
			t.Errorf("quantile %v is %v, want %v", q, got, want)
		}
	}
	if !math.IsNaN(stats.Quantile(nil, 0.5)) {
		t.Error("nothing has a median")
	}
}

func TestMeanAndDeviationAgreeWithGonum(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for n := range 50 {
		values := make([]float64, n)
		for i := range values {
			values[i] = 100 * r.NormFloat64()
		}
		for name, pair := range map[string][2]float64{
			"mean":      {stats.Mean(values), stat.Mean(values, nil)},
			"deviation": {stats.Deviation(values), stat.StdDev(values, nil)},
		} {
			if got, want := pair[0], pair[1]; n > 1 && math.Abs(got-want) > 1e-12*math.Abs(want) {
				t.Errorf("%s of %d values: %v, want %v", name, n, got, want)
			}
		}
	}
	if d := stats.Deviation([]float64{1}); !math.IsNaN(d) {
		t.Errorf("deviation of one value: %v", d)
	}
}

func TestTimes(t *testing.T) {
	got := stats.NewTimes([]time.Duration{90, 10, 20})
	if want := (stats.Times{Median: 20, Mean: 40, P99: 88, Max: 90, Sum: 120}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := stats.NewTimes(nil); got != (stats.Times{}) {
		t.Errorf("of nothing: %+v", got)
	}
	for want, times := range map[time.Duration][]time.Duration{0: nil, 7: {7}, 6: {9, 3}, 3: {9, 3, 1}} {
		if got := stats.MedianTime(times); got != want {
			t.Errorf("median of %v: %v, want %v", times, got, want)
		}
	}
}
