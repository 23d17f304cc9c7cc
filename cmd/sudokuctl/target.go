package main

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/generate/create"
)

// target is a range of a metric that a grader measures.
type target struct {
	app     *app.App
	grader  *host.Plugin // measures the metric
	sieve   *host.Plugin // says as quickly as it can whether the metric is in the range
	metric  string
	lo, hi  float64 // lo ≤ value < hi
	bounded bool    // the generator leaves out most of what is not in the range
	options host.SolveOptions
}

// target returns what --level or --metric asks for, nil where neither is given or the generator measures it
// itself.
func (o *generateOptions) target(ctx context.Context) (*target, error) {
	t := &target{app: o.app, lo: math.Inf(-1), hi: math.Inf(1),
		options: host.SolveOptions{Ask: sudoku.Ask{Timeout: o.app.Config.Run.Timeout}, Ordered: true}}
	if err := o.wanted(t); err != nil || t.metric == "" {
		return nil, err
	}
	builtin := o.generator == "generate"
	if t.bounded = builtin && create.Bounds(t.metric); t.bounded || builtin && create.Measures(t.metric) {
		o.order.Metric, o.order.MetricMin, o.order.MetricMax = t.metric, t.lo, t.hi
	}
	if o.order.Metric != "" && !t.bounded {
		return nil, nil
	}
	return t, t.open(ctx)
}

// wanted fills in the metric and its range.
func (o *generateOptions) wanted(t *target) error {
	switch {
	case o.level != "" && o.metric != "":
		return app.UsageErrorf("--level and --metric exclude each other")
	case o.level != "":
		return t.level(o.app.Config, o.level)
	case o.metric != "":
		name, text, found := strings.Cut(o.metric, "=")
		lo, hi, err := parseRange(text)
		if !found || err != nil {
			return app.UsageErrorf("--metric %q is not of the form NAME=LO..HI", o.metric)
		}
		if t.metric, t.lo, t.hi = name, lo, hi; lo == hi {
			t.hi = math.Nextafter(hi, math.Inf(1))
		}
	}
	return nil
}

// open opens the grader of the metric and the sieve. The sieve is the same grader with other settings, where
// it has some by which it measures the metric alone and stops when it is sure to be in the range or above it.
func (t *target) open(ctx context.Context) (err error) {
	if t.grader, err = graderOf(ctx, t.app, t.metric); err != nil {
		return err
	}
	t.sieve = t.grader
	info := t.grader.Info()
	for _, m := range info.Metrics {
		if m.Name != t.metric || m.Min >= m.Max {
			continue
		}
		if t.lo > m.Max || t.hi <= m.Min {
			return app.UsageErrorf("%s is never outside %g..%g", m.Name, m.Min, m.Max)
		}
		if t.hi >= m.Max {
			t.hi = math.Inf(1) // the maximum is in a range that ends there
		}
	}
	alone := slices.ContainsFunc(info.Settings, func(s sudoku.Setting) bool {
		return s.Name == "metrics" && slices.Contains(s.Enum, t.metric)
	})
	if !alone {
		return nil
	}
	c := t.app.Config.Plugin(t.grader.ID())
	c.Settings = maps.Clone(c.Settings)
	if c.Settings == nil {
		c.Settings = map[string]any{}
	}
	c.Settings["metrics"] = t.metric
	if t.metric == "se" {
		c.Settings["stop_at"] = t.stop()
	}
	t.sieve, err = t.app.Host().Open(ctx, c)
	return err
}

// String names the metric and its range.
func (t *target) String() string {
	switch {
	case t.hi == math.Nextafter(t.lo, math.Inf(1)):
		return fmt.Sprintf("%s of %g", t.metric, t.lo)
	case math.IsInf(t.hi, 1):
		return fmt.Sprintf("%s of %g or more", t.metric, t.lo)
	case math.IsInf(t.lo, -1):
		return fmt.Sprintf("%s below %g", t.metric, t.hi)
	}
	return fmt.Sprintf("%s from %g to below %g", t.metric, t.lo, t.hi)
}

// stop is the value from which on the sieve need not know more: the end of the range or, where nothing is
// above the range, its beginning.
func (t *target) stop() float64 {
	if math.IsInf(t.hi, 1) {
		return max(0, t.lo)
	}
	return max(0, t.hi)
}

// level takes the range of a level of the config.
func (t *target) level(c *app.Config, name string) error {
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
	return app.UsageErrorf("no level %q%s (the levels are %s)", name, app.DidYouMean(name, names),
		strings.Join(names, ", "))
}

// graderOf opens the grader of the config that measures a metric.
func graderOf(ctx context.Context, a *app.App, metric string) (*host.Plugin, error) {
	var known []string
	for _, id := range a.Config.Run.Graders {
		p, err := a.Open(ctx, id, "")
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
	return nil, app.UsageErrorf("no grader of the config has a metric %q%s", metric, app.DidYouMean(metric, known))
}
