package work

import (
	"math"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
)

func TestLevels(t *testing.T) {
	bands := func(metric string) []store.Level {
		return []store.Level{{Name: "easy", Metric: metric, Below: 2.5}, {Name: "hard", Metric: metric, Below: math.Inf(1)}}
	}
	for _, c := range []struct {
		by, metric string
		value      float64
		want       string
	}{
		{"se", "se", 2.4, "easy"},
		{"se", "se", 2.5, "hard"},
		{"se", "variant_step", 2.4, "easy"},
		{"se", "variant_step", 4.2, "hard"},
		{"se", "variant_seconds", 4.2, ""},
		{"clues", "variant_step", 4.2, ""},
		{"clues", "clues", 4.2, "hard"},
	} {
		at := LevelAt(bands(c.by), map[string]float64{"x": 1, c.metric: c.value})
		of := LevelOf(bands(c.by), []store.NamedGrade{{Grade: sudoku.Grade{Metric: "x", Value: 1}},
			{Grade: sudoku.Grade{Metric: c.metric, Value: c.value}}})
		if at != c.want || of != c.want {
			t.Errorf("%s %v is %q and %q by %s, want %q", c.metric, c.value, at, of, c.by, c.want)
		}
	}
}
