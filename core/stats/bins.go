package stats

import (
	"math"
	"slices"
)

// Bin is how many values are at least From and less than Below.
type Bin struct {
	From, Below float64
	Count       int
}

// Wide reports whether finite values are positive and span more than three decades, so that bins of equal width would
// put most of them into one.
func Wide(values ...[]float64) bool {
	low, high := span(values)
	return low > 0 && high/low > 1000
}

// Edges returns the ends of at most about as many bins as asked for, which hold every finite value. They are round
// numbers: whole multiples of 1, 2 or 5 times a power of ten, also if whole numbers are between them; of values that
// are [Wide], 1, 2 and 5 times powers of ten themselves. Each is the number that its shortest decimal form is read as,
// so that a value and a condition that is written down see the same edge. Without values there are none.
func Edges(most int, values ...[]float64) []float64 {
	low, high := span(values)
	switch {
	case low > high:
		return nil
	case Wide(values...):
		return wideEdges(low, high, most)
	}
	mantissa, exponent := step(low, high, most, whole(values))
	first := math.Floor(low / (mantissa * math.Pow10(exponent)))
	if multiple(first, mantissa, exponent) > low {
		first--
	}
	edges := []float64{multiple(first, mantissa, exponent)}
	for k := first + 1; edges[len(edges)-1] <= high; k++ {
		next := multiple(k, mantissa, exponent)
		if next <= low {
			edges = edges[:0]
		}
		edges = append(edges, next)
	}
	return edges
}

// multiple is k times mantissa times a power of ten. It is divided by a positive power, which is exact, rather than
// multiplied with a negative one, which is not.
func multiple(k, mantissa float64, exponent int) float64 {
	if exponent < 0 {
		return k * mantissa / math.Pow10(-exponent)
	}
	return k * mantissa * math.Pow10(exponent)
}

// finest is how wide a bin is at least beside the values in it, so that floating point can tell its ends apart.
const finest = 1e-12

// step returns the least round width with which bins from low to high are at most as many as asked for.
func step(low, high float64, most int, whole bool) (mantissa float64, exponent int) {
	width := (high - low) / float64(max(most, 1))
	switch {
	case whole:
		width = max(width, 1)
	case width == 0:
		width = math.Abs(low) / 10
	}
	width = max(width, finest*math.Abs(low), finest*math.Abs(high))
	exponent = int(math.Floor(math.Log10(width)))
	for _, mantissa := range []float64{1, 2, 5} {
		if multiple(1, mantissa, exponent) >= width {
			return mantissa, exponent
		}
	}
	return 1, exponent + 1
}

// wideEdges returns edges at 1, 2 and 5 times powers of ten.
func wideEdges(low, high float64, most int) (edges []float64) {
	first := int(math.Floor(math.Log10(low)))
	mantissas := []float64{1, 2, 5}
	if decades := math.Log10(high / low); 3*decades > float64(most) {
		mantissas = mantissas[:1]
	}
	for e := first - 1; ; e++ {
		for _, m := range mantissas {
			edge := multiple(1, m, e)
			if edge <= low {
				edges = edges[:0]
			}
			if edges = append(edges, edge); edge > high {
				return edges
			}
		}
	}
}

// span returns the least and the greatest finite value.
func span(values [][]float64) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, group := range values {
		for _, v := range group {
			if !math.IsNaN(v) && !math.IsInf(v, 0) {
				low, high = min(low, v), max(high, v)
			}
		}
	}
	return low, high
}

// whole reports whether all values are whole numbers.
func whole(values [][]float64) bool {
	for _, group := range values {
		if slices.ContainsFunc(group, func(v float64) bool { return v != math.Trunc(v) && !math.IsNaN(v) }) {
			return false
		}
	}
	return true
}

// Count counts values in the bins between increasing edges. Values outside are in none.
func Count(edges, values []float64) []Bin {
	if len(edges) < 2 {
		return nil
	}
	bins := make([]Bin, len(edges)-1)
	for i := range bins {
		bins[i].From, bins[i].Below = edges[i], edges[i+1]
	}
	for _, v := range values {
		i, exact := slices.BinarySearch(edges, v)
		if !exact {
			i--
		}
		if i >= 0 && i < len(bins) {
			bins[i].Count++
		}
	}
	return bins
}
