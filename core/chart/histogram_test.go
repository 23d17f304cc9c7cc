package chart_test

import (
	"math"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/chart"
)

// TestValuesAtEdges puts one value on each edge of bins whose edges floating point cannot hold exactly: each
// belongs to the bin that begins there.
func TestValuesAtEdges(t *testing.T) {
	for _, log := range []bool{false, true} {
		var values []float64
		for i := range 21 {
			v := float64(3*i) / 10
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
			if want := 1 + bars/19; count != want {
				t.Errorf("log %v: %d values from %v on, want %d", log, count, low, want)
			}
			bars++
			return chart.Mark{}
		}}
		chart.Histogram(chart.Chart{XLog: log}, 20, group)
		if bars != 20 {
			t.Errorf("log %v: %d bars, want 20", log, bars)
		}
	}
}
