package main

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

// timeText writes a duration with three significant digits: "959ns", "13.8ms", "5.94s", "2m13s".
func timeText(d time.Duration) string {
	unit := time.Nanosecond
	for unit < 100*time.Second && d.Abs() >= 1000*unit {
		unit *= 10
	}
	return d.Round(unit).String()
}

// span writes least, greatest and mean value: "3.02-4.52 (3.22)".
func span(values []float64) string {
	return fmt.Sprintf("%s-%s (%s)", figure(slices.Min(values)), figure(slices.Max(values)),
		figure(stats.Mean(values)))
}

func yesNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}

// gradeText writes a value and its label: "0.28395", "4 (extremely difficult)", "" where there is none.
func gradeText(grades map[string]float64, labels map[string]string, metric string) string {
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

// metricNames returns the sorted names of grades.
func metricNames(grades map[string]float64) []string { return slices.Sorted(maps.Keys(grades)) }

// correlation leaves out the places where x or y is NaN.
func correlation(x, y []float64) float64 {
	known := together(x, y)
	return stats.Spearman(known[0], known[1])
}

// together leaves out the places where any column is NaN.
func together(columns ...[]float64) [][]float64 {
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
