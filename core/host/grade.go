package host

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/sudokuctl/sudokuctl/core/internal/wire"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Grade has the plugin grade the puzzles of an input and calls emit once for each. All that is said of Solve
// holds; of the options, Seed, Timeout, Workers and Ordered count. Grades are checked against what the grader
// declares. The Verdict of an answer that counts is Unknown, and its Err nil or ErrGaveUp; others are Timeout,
// Unsupported, Wrong or Crashed.
func (p *Plugin) Grade(ctx context.Context, puzzles iter.Seq2[Item, error], o SolveOptions,
	emit func(number uint64, r sudoku.Result) error) error {
	o.setDefaults(p.candidate.Kind)
	f := newFlow(o)
	g := &grading{plugin: p, options: o, metrics: map[string]sudoku.Metric{}}
	for _, metric := range p.info.Metrics {
		g.metrics[metric.Name] = metric
	}
	m := &pump[wire.GradeAnswer]{
		plugin: p, verb: g, options: o, flow: f, outlet: newOutlet(f, emit, nil),
	}
	return m.run(ctx, puzzles)
}

// grading makes Results of the answers of a Grade stream.
type grading struct {
	plugin  *Plugin
	options SolveOptions
	metrics map[string]sudoku.Metric
}

func (g *grading) open(ctx context.Context, p *process) (exchange[wire.GradeAnswer], error) {
	stream, err := p.remote.Grade(ctx, g.options.wire())
	if err != nil {
		return nil, err
	}
	return stream, nil
}

func (g *grading) cost(a *wire.GradeAnswer) (uint64, time.Duration) { return a.Seq, a.Self }

func (g *grading) conclude(b *batch, place int, a *wire.GradeAnswer) (sudoku.Result, progress) {
	r := sudoku.Result{Puzzle: b.puzzles[place], Grades: a.Grades, Stats: sudoku.Stats{Elapsed: a.Self}, Err: a.Err}
	switch {
	case errors.Is(a.Err, sudoku.ErrUnsupported):
		r.Verdict = sudoku.Unsupported
	case errors.Is(a.Err, context.DeadlineExceeded):
		r.Verdict = sudoku.Timeout
	}
	if err := g.check(a.Grades); err != nil {
		r.Grades, r.Verdict = nil, sudoku.Wrong
		r.Err = fmt.Errorf("plugin %q: %w", g.plugin.candidate.ID, err)
	}
	return r, final
}

// check compares grades with the metrics that the plugin declares.
func (g *grading) check(grades []sudoku.Grade) error {
	for _, grade := range grades {
		metric, declared := g.metrics[grade.Metric]
		if !declared {
			return fmt.Errorf("metric %q is not among those that it declares", grade.Metric)
		}
		if !(grade.Value >= metric.Min && grade.Value <= metric.Max) { // NaN too
			return fmt.Errorf("metric %q: %v is not between %v and %v", grade.Metric, grade.Value,
				metric.Min, metric.Max)
		}
	}
	return nil
}
