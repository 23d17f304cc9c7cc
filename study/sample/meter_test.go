package sample

import (
	"context"
	"iter"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// plugin grades every puzzle, but for one, and solves with seven guesses.
type plugin struct {
	job.Plugin
	asked int
}

func (p *plugin) Grade(_ context.Context, puzzles iter.Seq2[runner.Item, error], _ runner.Options,
	emit func(uint64, sudoku.Result) error) error {
	for item := range puzzles {
		p.asked++
		var grades []sudoku.Grade
		for _, c := range columns {
			if c.metric != "" && (p.asked == 1 || c.metric != "se") {
				grades = append(grades, sudoku.Grade{Metric: c.metric, Value: 2, Label: "x_wing"})
			}
		}
		if err := emit(item.Number, sudoku.Result{Grades: grades}); err != nil {
			return err
		}
	}
	return nil
}

func (*plugin) Solve(_ context.Context, puzzles iter.Seq2[runner.Item, error], _ runner.Options,
	emit func(uint64, sudoku.Result) error) error {
	for item := range puzzles {
		if err := emit(item.Number, sudoku.Result{Count: 1, Stats: sudoku.Stats{Guesses: 7}}); err != nil {
			return err
		}
	}
	return nil
}

// TestMeasure leaves out what has several solutions, or none, before anything counts all of them, and what lacks a metric.
func TestMeasure(t *testing.T) {
	const one = "802003510060091003701000894608004021000258060920310400000402780005089000200007100"
	var drawn []formats.Record
	for _, text := range []string{strings.Repeat(".", 81), one, "11" + strings.Repeat(".", 79), one} {
		p, err := sudoku.ParsePuzzle(text)
		if err != nil {
			t.Fatal(err)
		}
		drawn = append(drawn, formats.Record{Puzzle: p})
	}
	p := &plugin{}
	m := &meter{Sample: &Sample{Columns: columns}, backdoors: newBackdoors(sudoku.Classic()), graders: []job.Plugin{p}, paper: p, links: p}
	if err := m.measure(t.Context(), drawn, nil); err != nil {
		t.Fatal(err)
	}
	if p.asked != 2 || len(m.Rows) != 1 || m.LeftOut != 3 {
		t.Fatalf("%d graded, %d rows, %d left out", p.asked, len(m.Rows), m.LeftOut)
	}
	if v := m.Rows[0].Values; v[clues] != 38 || v[se] != 2 || v[guesses] != 7 || v[backtracks] != 7 || v[backdoor] != 0 {
		t.Errorf("values %v", v)
	}
}
