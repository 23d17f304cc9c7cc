package sudoku_test

import (
	"errors"
	"maps"
	"math"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

func TestFits(t *testing.T) {
	four := sudoku.MustPuzzle(sudoku.MustGeometry("4"), nil)
	soft, err := four.With(sudoku.Soft(sudoku.SoftClue{Cell: 3, Allowed: sudoku.DigitSet(1, 2)}))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		info   sudoku.Info
		puzzle *sudoku.Puzzle
		want   string
	}{
		{sudoku.Info{}, four, ""}, {sudoku.Info{Shapes: []string{"6", "4"}}, four, ""}, {sudoku.Info{SoftClues: true}, soft, ""},
		{sudoku.Info{Shapes: []string{"6"}}, four, `unsupported: geometry "4"`}, {sudoku.Info{}, soft, "unsupported: soft clues"},
	} {
		err := c.info.Fits(c.puzzle)
		if c.want == "" && err != nil || c.want != "" && (!errors.Is(err, sudoku.ErrUnsupported) || err.Error() != c.want) {
			t.Errorf("%+v, %v: %v, want %q", c.info, c.puzzle, err, c.want)
		}
	}
}

var declared = sudoku.Info{Settings: []sudoku.Setting{
	{Name: "variant", Default: "auto", Enum: []string{"auto", "paper"}},
	{Name: "steps", Default: 15, Min: 1, Max: 100},
	{Name: "alpha", Default: 0.5},
	{Name: "fast", Default: true},
}}

func TestResolve(t *testing.T) {
	s, err := declared.Resolve(map[string]any{"steps": 20.0, "alpha": 2})
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
		_, err := declared.Resolve(map[string]any{name: c.value})
		if err == nil || !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s = %v: %v", name, c.value, err)
		}
	}
	if _, err := declared.Resolve(map[string]any{"steps": 101}); err == nil {
		t.Error("101 steps are between 1 and 100")
	}
	for _, v := range []float64{math.NaN(), math.Inf(1)} {
		for _, name := range []string{"steps", "alpha"} {
			if _, err := declared.Resolve(map[string]any{name: v}); err == nil || !strings.Contains(err.Error(), "not a number") {
				t.Errorf("%s = %v: %v", name, v, err)
			}
		}
	}
}
