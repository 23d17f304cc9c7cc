package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/generate/create"
)

// target is a range of a metric that a grader measures.
type target struct {
	grader  *host.Plugin
	metric  string
	lo, hi  float64 // lo ≤ value < hi
	options host.SolveOptions
}

// target returns what --level or --metric asks for, nil where neither is given or the generator measures it itself.
func (o *generateOptions) target(ctx context.Context) (*target, error) {
	t := &target{lo: math.Inf(-1), hi: math.Inf(1), options: host.SolveOptions{Budget: o.app.config.Run.Timeout, Ordered: true}}
	switch {
	case o.level != "" && o.metric != "":
		return nil, usageErrorf("--level and --metric exclude each other")
	case o.level != "":
		if err := t.level(o.app.config, o.level); err != nil {
			return nil, err
		}
	case o.metric != "":
		name, text, found := strings.Cut(o.metric, "=")
		lo, hi, err := parseRange(text)
		if !found || err != nil {
			return nil, usageErrorf("--metric %q is not of the form NAME=LO..HI", o.metric)
		}
		t.metric, t.lo, t.hi = name, lo, hi
	default:
		return nil, nil
	}
	if o.generator == "generate" && create.Measures(t.metric) {
		o.order.Metric, o.order.MetricMin, o.order.MetricMax = t.metric, t.lo, t.hi
		return nil, nil
	}
	var err error
	t.grader, err = o.app.graderOf(ctx, t.metric)
	return t, err
}

// level takes the range of a level of the config.
func (t *target) level(c *config, name string) error {
	t.metric = c.Levels.Metric
	var names []string
	below := math.Inf(-1)
	for _, b := range c.Levels.Bands {
		t.lo, t.hi = below, math.Inf(1)
		if b.Below != nil {
			t.hi, below = *b.Below, *b.Below
		}
		if b.Name == name {
			return nil
		}
		names = append(names, b.Name)
	}
	return usageErrorf("no level %q%s: the levels are %s", name, didYouMean(name, names), strings.Join(names, ", "))
}

// graderOf opens the grader of the config that measures a metric.
func (a *app) graderOf(ctx context.Context, metric string) (*host.Plugin, error) {
	var known []string
	for _, id := range a.config.Run.Graders {
		p, err := a.open(ctx, id, "")
		if err != nil {
			return nil, err
		}
		for _, m := range p.Info().Metrics {
			if m.Name == metric {
				return p, nil
			}
			known = append(known, m.Name)
		}
	}
	return nil, usageErrorf("no grader of the config has a metric %q%s", metric, didYouMean(metric, known))
}

// neighbours is how many swaps are graded together, climbSteps how often before another start.
const (
	neighbours = 16
	climbSteps = 40
)

// search emits puzzles in the range: start k of the seed and its climb depend on k alone.
func (t *target) search(ctx context.Context, plugin generator, o *generateOptions, emit func(*sudoku.Puzzle) error) error {
	found, missed, k := 0, 0, uint64(0)
	nearest := math.Inf(1)
	seen := map[string]bool{}
	var failed error
	_, err := plugin.Generate(ctx, o.order, func(p *sudoku.Puzzle) bool {
		var q *sudoku.Puzzle
		var value float64
		q, value, failed = t.climb(ctx, p, o.order, rand.New(rand.NewPCG(o.order.Seed, k)))
		k++
		switch {
		case failed != nil:
			return false
		case t.distance(value) > 0 || seen[q.String()]:
			missed++
			if t.distance(value) < t.distance(nearest) || math.IsInf(nearest, 1) {
				nearest = value
			}
			return missed < o.attempts
		}
		missed = 0
		found++
		seen[q.String()] = true
		failed = emit(q)
		return failed == nil && found < o.count
	})
	if err := firstError(failed, err, ctx.Err()); err != nil {
		return err
	}
	if found < o.count {
		return &codedError{exitUnknown, fmt.Errorf("found %d of %d: %d starts in a row led to no %s in [%g, %g); the nearest was %g",
			found, o.count, missed, t.metric, t.lo, t.hi, nearest)}
	}
	return nil
}

// climb goes from p to neighbours that are nearer to the range, or as near, and returns the last and its value.
func (t *target) climb(ctx context.Context, p *sudoku.Puzzle, o sudoku.Order, rng *rand.Rand) (*sudoku.Puzzle, float64, error) {
	values, err := t.grade(ctx, []*sudoku.Puzzle{p})
	if err != nil || t.distance(values[0]) == 0 || o.AllowMultiple {
		return p, firstValue(values), err
	}
	value := values[0]
	walk, err := create.NewNeighbours(p, o.Symmetry, rng)
	if err != nil {
		return p, value, fmt.Errorf("climbing: %w", err)
	}
	for range climbSteps {
		var swaps []*sudoku.Puzzle
		for k := range neighbours {
			walk.Floor = floor(p, o, k)
			if q := walk.Next(p); fits(q, o) {
				swaps = append(swaps, q)
			}
		}
		if values, err = t.grade(ctx, swaps); err != nil {
			return p, value, err
		}
		for i, v := range values {
			if t.distance(v) <= t.distance(value) {
				p, value = swaps[i], v
			}
		}
		if t.distance(value) == 0 {
			break
		}
	}
	return p, value, nil
}

// floor returns how many clues neighbour k of p keeps at least. Unless a minimal puzzle is ordered, every other
// neighbour has one to eight clues more than p: easy puzzles are rare among minimal ones.
func floor(p *sudoku.Puzzle, o sudoku.Order, k int) int {
	switch {
	case o.Minimal:
		return 0
	case k%2 == 1:
		return max(o.CluesMin, p.Clues()+1<<(k/2%4))
	}
	return o.CluesMin
}

// fits reports whether a neighbour keeps to the clues that were ordered.
func fits(p *sudoku.Puzzle, o sudoku.Order) bool {
	return p.Clues() >= o.CluesMin && (o.CluesMax == 0 || p.Clues() <= o.CluesMax)
}

func firstValue(values []float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	return values[0]
}

// distance is how far a value is from the range: 0 in it, infinite where there is no value.
func (t *target) distance(value float64) float64 {
	switch {
	case math.IsNaN(value):
		return math.Inf(1)
	case value < t.lo:
		return t.lo - value
	case value >= t.hi:
		return math.Nextafter(value-t.hi, math.Inf(1))
	}
	return 0
}

// grade measures puzzles; NaN where the grader has no value.
func (t *target) grade(ctx context.Context, puzzles []*sudoku.Puzzle) ([]float64, error) {
	values := slices.Repeat([]float64{math.NaN()}, len(puzzles))
	feed := func(yield func(uint64, *sudoku.Puzzle) bool) {
		for i, p := range puzzles {
			if !yield(uint64(i), p) {
				return
			}
		}
	}
	err := t.grader.Grade(ctx, feed, t.options, func(i uint64, g host.Graded) error {
		for _, grade := range g.Grades {
			if grade.Metric == t.metric {
				values[i] = grade.Value
			}
		}
		return nil
	})
	return values, err
}
