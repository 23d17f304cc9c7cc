package stats

import (
	"math"
	"slices"
	"time"
)

// Quantile returns the q-quantile, 0 ≤ q ≤ 1, of increasing values, interpolated between the two nearest
// (Hyndman & Fan 1996, type 7); NaN where there are none.
func Quantile(sorted []float64, q float64) float64 {
	if len(sorted) == 0 {
		return math.NaN()
	}
	at := q * float64(len(sorted)-1)
	low := int(at)
	if low+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	share := at - float64(low)
	return sorted[low]*(1-share) + sorted[low+1]*share
}

// Mean returns the arithmetic mean; NaN where there are no values.
func Mean(values []float64) float64 { return sum(values) / float64(len(values)) }

func sum(values []float64) float64 {
	total := 0.0
	for _, v := range values {
		total += v
	}
	return total
}

func medianTime(times []time.Duration) time.Duration {
	if len(times) == 1 {
		return times[0]
	}
	sorted := slices.Sorted(slices.Values(times))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}
