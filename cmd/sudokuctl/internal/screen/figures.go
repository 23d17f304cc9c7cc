package screen

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/sudokuctl/sudokuctl/core/stats"
)

// YesNo is "yes" or "no".
func YesNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}

// GradeText writes a value and its label: "0.28395", "4 (extremely difficult)", "" if there is none.
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
