package ask

import (
	"context"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
)

// A Range is a range of a metric: Min ≤ value < Below. The ends may be infinite.
type Range struct {
	Metric     string
	Min, Below float64
	Value      string // "3.3" if the range is what rounds to it, else ""
}

// Rounding returns the range of the values that round to one with as many decimals as its text has, and one at least.
func Rounding(metric string, value float64, text string) *Range {
	_, decimals, _ := strings.Cut(text, ".")
	half := math.Pow10(-max(len(decimals), 1)) / 2
	return &Range{Metric: metric, Min: value - half, Below: value + half, Value: text}
}

// RangeOfLevel returns the range of a level of puzzles with constraints, nil if no level has the name.
func RangeOfLevel(levels []store.Level, name string, constraints []constraint.Wanted) *Range {
	from := math.Inf(-1)
	for _, l := range levels {
		if l.Name == name {
			return &Range{Metric: levelMetric(l.Metric, constraints), Min: from, Below: l.Below}
		}
		from = l.Below
	}
	return nil
}

// levelMetric returns the metric that says which puzzles are of a level. Constraints of single cells leave puzzles as
// they are.
func levelMetric(metric string, constraints []constraint.Wanted) string {
	if slices.ContainsFunc(constraints, func(w constraint.Wanted) bool { return !constraint.OfCells(w.Name) }) {
		return store.BesideConstraints(metric)
	}
	return metric
}

// String names the metric and its range in words, for errors and progress.
func (r *Range) String() string {
	switch {
	case r.Value != "":
		return fmt.Sprintf("%s of %s", r.Metric, r.Value)
	case math.IsInf(r.Below, 1):
		return fmt.Sprintf("%s of %g or more", r.Metric, r.Min)
	case math.IsInf(r.Min, -1):
		return fmt.Sprintf("%s below %g", r.Metric, r.Below)
	}
	return fmt.Sprintf("%s from %g to below %g", r.Metric, r.Min, r.Below)
}

// seed returns a seed for the range, so that puzzles of several levels that are ordered with one seed are not made of
// the same solution grids.
func (r *Range) seed(ordered uint64) uint64 {
	h := fnv.New64a()
	fmt.Fprintln(h, ordered, r)
	return h.Sum64()
}

// distance is how far a value is from the range: 0 in it, infinite for NaN.
func (r *Range) distance(value float64) float64 {
	switch {
	case math.IsNaN(value):
		return math.Inf(1)
	case value < r.Min:
		return r.Min - value
	case value >= r.Below:
		return math.Nextafter(value-r.Below, math.Inf(1))
	}
	return 0
}

// target is a range and what measures it.
type target struct {
	Range
	declared sudoku.Metric
	exact    work.Plugin // measures the metric, and leaves out others if it can
	sieve    work.Plugin // says as soon as it can whether the metric is in the range
	options  runner.Options

	uses []string    // techniques that a puzzle must need
	path work.Plugin // tells the techniques of a puzzle; nil if they do not matter
}

// openTarget opens the grader of the metric. If it declares settings that measure the metric alone it is opened
// with them, and for the sieve with the ceiling too.
func openTarget(ctx context.Context, env *work.Env, r *GenerateRequest) (*target, error) {
	grader, err := env.Pick(ctx, "", work.GraderOf(r.Target.Metric, r.Graders))
	if err != nil {
		return nil, err
	}
	info := grader.Info()
	t := &target{Range: *r.Target, declared: *info.Metric(r.Target.Metric), exact: grader, sieve: grader,
		options: runner.Options{Ask: runner.Ask{Timeout: r.Timeout}, Ordered: true}}
	if err := t.openPath(ctx, env, r); err != nil {
		return nil, err
	}
	if err := t.fit(); err != nil || t.declared.Alone == nil {
		return t, err
	}
	if t.exact, err = env.Open(ctx, grader.ID(), t.declared.Alone); err != nil {
		return nil, err
	}
	t.sieve = t.exact
	if stop := t.stop(); t.declared.Ceiling != "" && stop > 0 {
		settings := maps.Clone(t.declared.Alone)
		settings[t.declared.Ceiling] = stop
		t.sieve, err = env.Open(ctx, grader.ID(), settings)
	}
	return t, err
}

// openPath opens the grader of techniques, if some are asked for.
func (t *target) openPath(ctx context.Context, env *work.Env, r *GenerateRequest) (err error) {
	if len(r.Uses) == 0 {
		return nil
	}
	if t.path, err = env.Pick(ctx, "", work.GraderOf(store.TechniquesMetric, r.Graders)); err != nil {
		return err
	}
	info := t.path.Info()
	known := info.Metric(store.TechniquesMetric).Labels
	for _, name := range r.Uses {
		if len(known) > 0 && !slices.Contains(known, name) {
			return work.UnknownWord(name, known, "%s knows no technique %q", t.path.ID(), name)
		}
	}
	t.uses = r.Uses
	return nil
}

// used reports of each puzzle whether its way uses all techniques that are asked for.
func (t *target) used(ctx context.Context, puzzles []*sudoku.Puzzle) ([]bool, error) {
	used := make([]bool, len(puzzles))
	err := t.path.Grade(ctx, runner.Numbered(puzzles), t.options, func(i uint64, g sudoku.Result) error {
		for _, grade := range g.Grades {
			if grade.Metric == store.TechniquesMetric {
				words := strings.Split(grade.Label, ",")
				used[i] = !slices.ContainsFunc(t.uses, func(name string) bool { return !slices.Contains(words, name) })
			}
		}
		return nil
	})
	return used, err
}

// fit refuses a range that the metric never has, and opens one at the end of the metric.
func (t *target) fit() error {
	m := t.declared
	if m.Min >= m.Max {
		return nil
	}
	if t.Min > m.Max || t.Below <= m.Min {
		return work.RequestErrorf("%s is never outside %g..%g", m.Name, m.Min, m.Max)
	}
	if t.Below >= m.Max {
		t.Below = math.Inf(1) // the maximum is in a range that ends there
	}
	return nil
}

// stop is the value from which on the sieve need not know more: the end of the range or, if nothing is above
// the range, its beginning.
func (t *target) stop() float64 {
	if math.IsInf(t.Below, 1) {
		return t.Min
	}
	return t.Below
}

// grade measures puzzles; NaN if the grader has no value. A bound at the ceiling is as good as a value.
func (t *target) grade(ctx context.Context, grader work.Plugin, puzzles []*sudoku.Puzzle) ([]float64, error) {
	values := slices.Repeat([]float64{math.NaN()}, len(puzzles))
	err := grader.Grade(ctx, runner.Numbered(puzzles), t.options, func(i uint64, g sudoku.Result) error {
		for _, grade := range g.Grades {
			if grade.Metric == t.Metric || grader == t.sieve && t.declared.Bound != "" && grade.Metric == t.declared.Bound {
				values[i] = grade.Value
			}
		}
		return nil
	})
	return values, err
}
