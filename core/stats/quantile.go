package stats

import (
	"fmt"
	"math"
	"slices"
	"time"
)

// Quantile returns the q-quantile, 0 ≤ q ≤ 1, of increasing values, interpolated between the two nearest
// (Hyndman & Fan 1996, type 7); NaN if there are none.
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

// Mean returns the arithmetic mean; NaN if there are no values.
func Mean(values []float64) float64 { return sum(values) / float64(len(values)) }

func sum(values []float64) float64 {
	total := 0.0
	for _, v := range values {
		total += v
	}
	return total
}

// Deviation returns the standard deviation of a sample; NaN if there are fewer than two values.
func Deviation(values []float64) float64 {
	mean, squares := Mean(values), 0.0
	for _, v := range values {
		squares += (v - mean) * (v - mean)
	}
	return math.Sqrt(squares / float64(len(values)-1))
}

// MedianTime returns the median of times in any order, 0 if there are none.
func MedianTime(times []time.Duration) time.Duration {
	switch n := len(times); n {
	case 0:
		return 0
	case 1:
		return times[0]
	default:
		sorted := slices.Sorted(slices.Values(times))
		return (sorted[(n-1)/2] + sorted[n/2]) / 2
	}
}

// Times sums up times.
type Times struct {
	Median, Mean, P99, Max, Sum time.Duration
}

// NewTimes sums up times in any order.
func NewTimes(times []time.Duration) Times {
	if len(times) == 0 {
		return Times{}
	}
	sorted := make([]float64, len(times))
	for i, d := range times {
		sorted[i] = float64(d)
	}
	slices.Sort(sorted)
	at := func(q float64) time.Duration { return time.Duration(Quantile(sorted, q)) }
	return Times{Median: at(0.5), Mean: time.Duration(Mean(sorted)), P99: at(0.99), Max: at(1),
		Sum: time.Duration(sum(sorted))}
}

// Duration writes a time with three significant digits: "959ns", "13.8ms", "5.94s", "2m13s".
func Duration(d time.Duration) string {
	unit := time.Nanosecond
	for unit < 100*time.Second && d.Abs() >= 1000*unit {
		unit *= 10
	}
	return d.Round(unit).String()
}

// Figure writes a number with three significant digits and no exponent: "0.00312", "4.61", "37400".
func Figure(v float64) string {
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return "-"
	case v == 0:
		return "0"
	}
	digits := max(0, 2-int(math.Floor(math.Log10(math.Abs(v)))))
	return fmt.Sprintf("%.*f", digits, v)
}
