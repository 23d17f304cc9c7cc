package screen

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/sudokuctl/sudokuctl/core/stats"
)

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

// Correlation is Spearman's over the places where neither x nor y is NaN.
func Correlation(x, y []float64) float64 {
	var knownX, knownY []float64
	for i := range x {
		if !math.IsNaN(x[i]) && !math.IsNaN(y[i]) {
			knownX, knownY = append(knownX, x[i]), append(knownY, y[i])
		}
	}
	return stats.Spearman(knownX, knownY)
}
