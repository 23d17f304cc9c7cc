package plugintest_test

import (
	"context"
	"math"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/plugintest"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// grade is a grader as a function.
type grade func(*sudoku.Puzzle) ([]sudoku.Grade, error)

func (f grade) Grade(_ context.Context, p *sudoku.Puzzle) ([]sudoku.Grade, error) { return f(p) }

func TestGradersHaveValues(t *testing.T) {
	t.Parallel()
	value := func(v float64) grade {
		return func(*sudoku.Puzzle) ([]sudoku.Grade, error) { return []sudoku.Grade{{Metric: "clues", Value: v}}, nil }
	}
	for _, c := range []struct {
		name           string
		grader         grade
		easy, declared string
	}{
		{"a value", value(3), "ok", "ok"},
		{"nothing", func(*sudoku.Puzzle) ([]sudoku.Grade, error) { return nil, nil }, "fault", "ok"},
		{"gives up", func(*sudoku.Puzzle) ([]sudoku.Grade, error) { return nil, sudoku.ErrGaveUp }, "fault", "ok"},
		{"NaN", value(math.NaN()), "ok", "fault"},
		{"infinite", value(math.Inf(1)), "ok", "fault"},
	} {
		spec := honestSpec()
		spec.Info.Metrics[0].Max = math.Inf(1)
		spec.Grader = func(sudoku.Settings) (sudoku.Grader, error) { return c.grader, nil }
		if got := outcome(t, spec, "grade/easy", plugintest.Setup{}); got != c.easy {
			t.Errorf("%s: grade/easy: %s", c.name, got)
		}
		if got := outcome(t, spec, "grade/declared", plugintest.Setup{}); got != c.declared {
			t.Errorf("%s: grade/declared: %s", c.name, got)
		}
	}
}

// What is no number does not cross the protocol as a metric that was left out.
func TestNoNumberIsAnErrorOfThePuzzle(t *testing.T) {
	spec := honestSpec()
	spec.Grader = func(sudoku.Settings) (sudoku.Grader, error) {
		return grade(func(*sudoku.Puzzle) ([]sudoku.Grade, error) {
			return []sudoku.Grade{{Metric: "clues", Value: 3}, {Metric: "bound", Value: math.NaN()}}, nil
		}), nil
	}
	s, stop, err := plugintest.Across(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	if err := find(t, "grade/declared").Run(t.Context(), s, plugintest.Setup{}); err == nil {
		t.Error("NaN was taken for a metric that does not apply")
	}
}
