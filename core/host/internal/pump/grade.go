package pump

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/sudokuctl/sudokuctl/core/host/internal/process"
	"github.com/sudokuctl/sudokuctl/core/internal/wire"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Grade has the plugin grade the puzzles of an input, as Plugin.Grade of package host says.
func Grade(ctx context.Context, p Plugin, input Input, o Options, emit func(number uint64, r sudoku.Result) error) error {
	f := newFlow(o)
	g := &grading{plugin: p, options: o, metrics: map[string]sudoku.Metric{}}
	for _, metric := range p.Info.Metrics {
		g.metrics[metric.Name] = metric
	}
	m := &pump{
		plugin: p, verb: g, options: o, flow: f, awake: &awake{}, delivery: delivery{emit: emit, idle: o.Idle, flow: f, ordered: o.Ordered},
	}
	return m.run(ctx, input)
}

// grading makes Results of the answers of a Grade stream.
type grading struct {
	plugin  Plugin
	options Options
	metrics map[string]sudoku.Metric
}

func (g *grading) open(ctx context.Context, p *process.Process) (exchange, error) {
	stream, err := p.Remote.Grade(ctx, g.options.wire())
	if err != nil {
		return nil, err
	}
	return stream, nil
}

func (g *grading) conclude(b *batch, place int, a *wire.Answer, r *sudoku.Result) progress {
	*r = sudoku.Result{Puzzle: b.puzzles[place], Grades: a.Grades, Stats: a.Stats, Err: a.Err}
	switch {
	case errors.Is(a.Err, sudoku.ErrUnsupported):
		r.Verdict = sudoku.Unsupported
	case errors.Is(a.Err, context.DeadlineExceeded):
		r.Verdict = sudoku.Timeout
	case errors.Is(a.Err, sudoku.ErrCrashed):
		r.Verdict = sudoku.Crashed
	}
	if err := g.check(a.Grades); err != nil {
		r.Grades, r.Verdict = nil, sudoku.Wrong
		r.Err = fmt.Errorf("plugin %q: %w", g.plugin.ID, err)
	}
	return final
}

// check compares grades with the metrics that the plugin declares.
func (g *grading) check(grades []sudoku.Grade) error {
	for _, grade := range grades {
		metric, declared := g.metrics[grade.Metric]
		if !declared {
			return fmt.Errorf("metric %q is not among those that it declares", grade.Metric)
		}
		if !(grade.Value >= metric.Min && grade.Value <= metric.Max) || math.IsInf(grade.Value, 0) { // NaN too
			return fmt.Errorf("metric %q: %v is not between %v and %v", grade.Metric, grade.Value,
				metric.Min, metric.Max)
		}
	}
	return nil
}
