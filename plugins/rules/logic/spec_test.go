package logic

import (
	"context"
	"slices"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/plugintest"
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
	if total != steps || len(declared) != len(ladder.HodokuLadder(false))+len(ladder.BeyondRows()) {
		t.Errorf("%d steps by %d metrics, %d explained", total, len(declared), steps)
	}
}

// TestConformance holds the plugin to its promises without the slowest chains: some of the suite's puzzles
// are the hardest known.
func TestConformance(t *testing.T) {
	spec := Spec()
	for i := range spec.Info.Settings {
		if spec.Info.Settings[i].Name == "up_to" {
			spec.Info.Settings = append(spec.Info.Settings[:0:0], spec.Info.Settings...)
			spec.Info.Settings[i].Default = 7.0
		}
	}
	plugintest.Run(t, spec)
}

func TestSpec(t *testing.T) {
	info := Spec().Describe()
	if got := info.Can(); got != "solve, grade, explain" {
		t.Errorf("powers %s", got)
	}
}
