package screen

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/core/stats"
)

// A unit is how the values of a column are shown to people. Programs get the plain number, in the unit that the name of
// the column ends with.
type unit struct {
	suffix string // of the column's name
	hidden bool   // from the heading of a table, because each value shows it
	show   func(float64) string
}

var units = []unit{
	{"_ns", true, func(v float64) string { return stats.Duration(time.Duration(v)) }},
	{"_s", true, func(v float64) string { return stats.Duration(time.Duration(v * float64(time.Second))) }},
	{"_bytes", true, func(v float64) string { return fmt.Sprintf("%.1f MiB", v/(1<<20)) }},
	{"per_second", false, stats.Figure},
	{"per_second_self", false, stats.Figure},
	{"per_second_wall", false, stats.Figure},
	{"_mean", false, stats.Figure},
}

// unitOf returns the unit of a column, nil if it holds texts or plain counts.
func unitOf(column string) *unit {
	for i := range units {
		if strings.HasSuffix(column, units[i].suffix) {
			return &units[i]
		}
	}
	return nil
}

// heading is what a table calls a column: "median_ns" becomes "MEDIAN".
func heading(column string) string {
	if u := unitOf(column); u != nil && u.hidden {
		column = strings.TrimSuffix(column, u.suffix)
	}
	return strings.ReplaceAll(strings.ToUpper(strings.ReplaceAll(column, "_", " ")), "Σ", "σ") // a sum is not a deviation
}

// shown is a cell of a column as a table shows it.
func shown(column, cell string) string {
	u := unitOf(column)
	if u == nil {
		return cell
	}
	v, err := strconv.ParseFloat(cell, 64)
	if err != nil {
		return cell
	}
	return u.show(v)
}

// Number writes a value for a cell: the shortest text that reads back as the same number, "" for NaN.
func Number(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

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

func Plural(n int, word string) string {
	if n == 1 {
		return word
	}
	return word + "s"
}

// DidYouMean returns "; did you mean …?" for the nearest known name, or "" where none is near.
func DidYouMean(word string, known []string) string {
	best := plain.Nearest(word, known)
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", best)
}
