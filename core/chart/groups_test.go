package chart_test

import (
	"math"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/chart"
)

// TestValuesAtEdges puts one value on each edge of bins whose edges floating point cannot hold exactly: each
// belongs to the bin that begins there. A logarithmic axis ends with the last value, which has no bin of its own.
func TestValuesAtEdges(t *testing.T) {
	for _, log := range []bool{false, true} {
		var values []float64
		want := 21
		for i := range want {
			v := float64(2*i) / 10
			if log {
				v = math.Pow(10, float64(i)/5)
			}
			values = append(values, v)
		}
		bars := 0
		group := chart.Group{Values: values, Mark: func(low, high float64, count int) chart.Mark {
			if want := values[bars]; math.Abs(low-want) > 1e-9*want || high <= low {
				t.Errorf("log %v: bar %d from %v to %v, want it to begin at %v", log, bars, low, high, want)
			}
			if last := log && bars == 19; count != 1 && !(last && count == 2) {
				t.Errorf("log %v: %d values from %v on", log, count, low)
			}
			bars++
			return chart.Mark{}
		}}
		chart.Histogram(chart.Chart{XLog: log}, 20, group)
		if log {
			want = 20
		}
		if bars != want {
			t.Errorf("log %v: %d bars, want %d", log, bars, want)
		}
	}
}
