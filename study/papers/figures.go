package papers

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// milliseconds returns the times inside the algorithm.
func milliseconds(results []sudoku.Result) []float64 {
	var all []float64
	for i := range results {
		all = append(all, float64(results[i].Stats.Elapsed)/float64(time.Millisecond))
	}
	return all
}

// measure returns one measure of all results; an algorithm that does not report it counts as 0.
func measure(results []sudoku.Result, name string) []float64 {
	all := make([]float64, len(results))
	for i := range results {
		for _, m := range results[i].Stats.Extra {
			if m.Name == name {
				all[i] = m.Value
			}
		}
	}
	return all
}

// solved returns how many results hold a solution.
func solved(results []sudoku.Result) int {
	n := 0
	for i := range results {
		if results[i].Count > 0 {
			n++
		}
	}
	return n
}

// figure writes a number with three significant digits and no exponent: "0.00312", "4.61", "37400".
func figure(v float64) string {
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return "-"
	case v == 0:
		return "0"
	}
	digits := max(0, 2-int(math.Floor(math.Log10(math.Abs(v)))))
	return fmt.Sprintf("%.*f", digits, v)
}

// span writes least, greatest and mean value: "3.02-4.52 (3.22)".
func span(values []float64) string {
	return fmt.Sprintf("%s-%s (%s)", figure(slices.Min(values)), figure(slices.Max(values)),
		figure(stats.Mean(values)))
}
