package logic

import (
	"context"
	"slices"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/ladder"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
)

// TestCounts compares the metrics of a count with the steps of the explanation.
func TestCounts(t *testing.T) {
	settings, err := sudoku.ResolveSettings(Spec().Info.Settings,
		map[string]any{"count": "all", "techniques": "hodoku"})
	if err != nil {
		t.Fatal(err)
	}
	p := rulestest.Puzzle(t, "...75.....3..48.2.1.......6.4......879.....312......7.5.......7.8.32..4.....69...")
	g, err := Spec().Grader(settings)
	if err != nil {
		t.Fatal(err)
	}
	grades, err := g.Grade(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	total, declared := 0, Spec().Metrics(settings)
	for _, grade := range grades {
		if slices.ContainsFunc(declared, func(m sudoku.Metric) bool { return m.Name == grade.Metric }) {
			total += int(grade.Value)
		}
	}
	steps := 0
	e, err := Spec().Explainer(settings)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Explain(context.Background(), p, func(sudoku.Step) bool { steps++; return true }); err != nil {
		t.Fatal(err)
	}
	if total != steps || len(declared) != len(ladder.HodokuLadder(false)) {
		t.Errorf("%d steps by %d metrics, %d explained", total, len(declared), steps)
	}
}
