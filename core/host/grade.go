package host

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"regexp"
	"time"

	"github.com/sudokuctl/sudokuctl/core/host/internal/process"
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
	p.limitWorkers(&o)
	f := newFlow(o)
	g := &grading{plugin: p, options: o, metrics: map[string]sudoku.Metric{}}
	for _, metric := range p.info.Metrics {
		g.metrics[metric.Name] = metric
	}
	m := &pump[wire.GradeAnswer]{
		plugin: p, verb: g, options: o, flow: f, awake: &awake{}, outlet: newOutlet(f, emit, nil),
	}
	return m.run(ctx, puzzles)
}

// grading makes Results of the answers of a Grade stream.
type grading struct {
	plugin  *Plugin
	options SolveOptions
	metrics map[string]sudoku.Metric
}

func (g *grading) open(ctx context.Context, p *process.Process) (exchange[wire.GradeAnswer], error) {
	stream, err := p.Remote.Grade(ctx, g.options.wire())
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
	case errors.Is(a.Err, sudoku.ErrCrashed):
		r.Verdict = sudoku.Crashed
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

const (
	maxMetrics    = 256
	maxMetricName = 64
)

var metricName = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)

// checkMetrics checks what a plugin says of its metrics: their names become columns and words of conditions.
func checkMetrics(metrics []sudoku.Metric) error {
	if len(metrics) > maxMetrics {
		return fmt.Errorf("it declares %d metrics, more than %d", len(metrics), maxMetrics)
	}
	seen := map[string]bool{}
	for _, m := range metrics {
		switch {
		case len(m.Name) > maxMetricName || !metricName.MatchString(m.Name):
			return fmt.Errorf("metric %q: a name has lower-case letters, digits and single underscores, %d at most", m.Name, maxMetricName)
		case seen[m.Name]:
			return fmt.Errorf("metric %q: declared twice", m.Name)
		case !(m.Min <= m.Max): // NaN too
			return fmt.Errorf("metric %q: no values lie between %v and %v", m.Name, m.Min, m.Max)
		}
		seen[m.Name] = true
	}
	return nil
}
