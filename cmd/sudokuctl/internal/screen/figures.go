package screen

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Milliseconds returns the times inside the algorithm.
func Milliseconds(results []sudoku.Result) []float64 {
	var all []float64
	for i := range results {
		all = append(all, float64(results[i].Stats.Elapsed)/float64(time.Millisecond))
	}
	return all
}

// Measure returns one measure of all results; an algorithm that does not report it counts as 0.
func Measure(results []sudoku.Result, name string) []float64 {
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

// Solved returns how many results hold a solution.
func Solved(results []sudoku.Result) int {
	n := 0
	for i := range results {
		if results[i].Count > 0 {
			n++
		}
	}
	return n
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

// TimeText writes a duration with three significant digits: "959ns", "13.8ms", "5.94s", "2m13s".
func TimeText(d time.Duration) string {
	unit := time.Nanosecond
	for unit < 100*time.Second && d.Abs() >= 1000*unit {
		unit *= 10
	}
	return d.Round(unit).String()
}

// Span writes least, greatest and mean value: "3.02-4.52 (3.22)".
func Span(values []float64) string {
	return fmt.Sprintf("%s-%s (%s)", Figure(slices.Min(values)), Figure(slices.Max(values)),
		Figure(stats.Mean(values)))
}

func YesNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}

// GradeText writes a value and its label: "0.28395", "4 (extremely difficult)", "" where there is none.
func GradeText(grades map[string]float64, labels map[string]string, metric string) string {
	v, ok := grades[metric]
	text := strconv.FormatFloat(v, 'g', 5, 64)
	switch label := labels[metric]; {
	case !ok:
		return label
	case label != "" && label != text:
		return fmt.Sprintf("%s (%s)", text, label)
	}
	return text
}

// MetricNames returns the sorted names of grades.
func MetricNames(grades map[string]float64) []string { return slices.Sorted(maps.Keys(grades)) }

// Correlation leaves out the places where x or y is NaN.
func Correlation(x, y []float64) float64 {
	known := Together(x, y)
	return stats.Spearman(known[0], known[1])
}

// Together leaves out the places where any column is NaN.
func Together(columns ...[]float64) [][]float64 {
	known := make([][]float64, len(columns))
	for i := range columns[0] {
		if slices.ContainsFunc(columns, func(c []float64) bool { return math.IsNaN(c[i]) }) {
			continue
		}
		for k, c := range columns {
			known[k] = append(known[k], c[i])
		}
	}
	return known
}
