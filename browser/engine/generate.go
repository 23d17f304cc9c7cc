package engine

import (
	"context"
	"fmt"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work/record"
)

// Order says which puzzles are to be made. The zero value of a field means: any.
type Order struct {
	Geometry           string // "" for 9
	Number             int    // 0 for 1
	CluesMin, CluesMax int
	Symmetry           string
	Minimal            bool
	Metric             string  // of which a range is wanted
	Min, Below         float64 // the range: Min ≤ value < Below
	Seed               uint64
}

// tries is how many puzzles in a row may be outside of a range.
const tries = 5_000

func (e *Engine) generate(ctx context.Context, o *Order, emit func(any) bool) error {
	if o.Geometry == "" {
		o.Geometry = "9"
	}
	g, err := sudoku.ParseGeometry(o.Geometry)
	if err != nil {
		return err
	}
	order := sudoku.Order{Geometry: g, CluesMin: o.CluesMin, CluesMax: o.CluesMax, Symmetry: o.Symmetry,
		Minimal: o.Minimal, Seed: o.Seed}
	number, info := max(1, o.Number), e.generator.Info()
	fits := func(*sudoku.Puzzle) (bool, error) { return true, nil }
	if o.Metric == "" {
		order.Count = number
	} else if aim := info.Aim(o.Metric); aim == nil || !aim.Exact {
		if fits, err = e.within(ctx, o); err != nil {
			return err
		}
	}
	if info.Aim(o.Metric) != nil {
		order.Metric, order.MetricMin, order.MetricMax = o.Metric, o.Min, o.Below
	}
	made, vain := 0, 0
	var failed error
	_, err = e.generator.Generate(ctx, order, func(p *sudoku.Puzzle) bool {
		var ok bool
		if ok, failed = fits(p); failed != nil {
			return false
		}
		if !ok {
			vain++
			return vain < tries
		}
		made, vain = made+1, 0
		return emit(record.NewMade(p)) && made < number
	})
	switch {
	case failed != nil:
		return failed
	case err != nil:
		return err
	case vain == tries:
		return fmt.Errorf("none of %d puzzles has a %s from %g to below %g", tries, o.Metric, o.Min, o.Below)
	}
	return nil
}

// within returns a function that measures whether a puzzle is in the range of an order.
func (e *Engine) within(ctx context.Context, o *Order) (func(*sudoku.Puzzle) (bool, error), error) {
	for _, g := range e.graders {
		if info := g.Info(); info.Metric(o.Metric) == nil {
			continue
		}
		return func(p *sudoku.Puzzle) (fits bool, err error) {
			err = g.Grade(ctx, runner.Numbered([]*sudoku.Puzzle{p}), runner.Options{}, func(_ uint64, r sudoku.Result) error {
				for _, grade := range r.Grades {
					if grade.Metric == o.Metric {
						fits = o.Min <= grade.Value && grade.Value < o.Below
						return nil
					}
				}
				return r.Err
			})
			return fits, err
		}, nil
	}
	return nil, fmt.Errorf("no grader has a metric %q", o.Metric)
}
