package sudoku_test

import (
	"maps"
	"math"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

var declared = []sudoku.Setting{
	{Name: "variant", Default: "auto", Enum: []string{"auto", "paper"}},
	{Name: "steps", Default: 15, Min: 1, Max: 100},
	{Name: "alpha", Default: 0.5},
	{Name: "fast", Default: true},
}

func TestResolveSettings(t *testing.T) {
	s, err := sudoku.ResolveSettings(declared, map[string]any{"steps": 20.0, "alpha": 2})
	if err != nil {
		t.Fatal(err)
	}
	want := sudoku.Settings{"variant": "auto", "steps": 20, "alpha": 2.0, "fast": true}
	if !maps.Equal(s, want) {
		t.Errorf("%v, want %v", s, want)
	}
}

func TestBadSettings(t *testing.T) {
	for name, c := range map[string]struct {
		value any
		want  string
	}{
		"varaint": {"paper", "the settings are variant, steps, alpha, fast"},
		"variant": {"odd", "none of auto, paper"},
		"steps":   {2.5, "not a whole number"},
		"alpha":   {"two", "not a number"},
		"fast":    {1, "not true or false"},
	} {
		_, err := sudoku.ResolveSettings(declared, map[string]any{name: c.value})
		if err == nil || !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s = %v: %v", name, c.value, err)
		}
	}
	if _, err := sudoku.ResolveSettings(declared, map[string]any{"steps": 101}); err == nil {
		t.Error("101 steps are between 1 and 100")
	}
	for _, v := range []float64{math.NaN(), math.Inf(1)} {
		for _, name := range []string{"steps", "alpha"} {
			if _, err := sudoku.ResolveSettings(declared, map[string]any{name: v}); err == nil || !strings.Contains(err.Error(), "not a number") {
				t.Errorf("%s = %v: %v", name, v, err)
			}
		}
	}
}
