package plugintest

import (
	"context"
	"time"

	"github.com/sudokuctl/sudokuctl/core/plugin"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Direct returns the subject that calls the functions of a Spec, without protocol and process.
func Direct(spec plugin.Spec) (*Subject, error) {
	settings, err := sudoku.ResolveSettings(spec.Info.Settings, nil)
	if err != nil {
		return nil, err
	}
	d := &direct{spec: spec, settings: settings}
	s := &Subject{Describe: d.describe, Configure: d.configure, Seeded: seeded(spec, settings)}
	if spec.Solver != nil {
		s.Solve = d.solve
	}
	if spec.Grader != nil {
		s.Grade = d.grade
	}
	if spec.Explainer != nil {
		s.Explain = d.explain
		if explainer, err := spec.Explainer(settings); err == nil {
			if _, ok := explainer.(sudoku.StepLister); ok {
				s.ListSteps = d.listSteps
			}
		}
	}
	if spec.Generator != nil {
		s.Generate = d.generate
	}
	return s, nil
}

// seeded reports whether the solver of a Spec takes a seed: then the same seed must get the same answer.
func seeded(spec plugin.Spec, settings sudoku.Settings) bool {
	if spec.Solver == nil {
		return false
	}
	solver, err := spec.Solver(settings)
	_, takes := solver.(sudoku.Seeder)
	return takes && err == nil
}

type direct struct {
	spec     plugin.Spec
	settings sudoku.Settings
}

func (d *direct) describe(context.Context) (sudoku.Info, error) {
	return d.spec.DescribeWith(d.settings), nil
}

func (d *direct) configure(_ context.Context, given map[string]any) error {
	settings, err := sudoku.ResolveSettings(d.spec.Info.Settings, given)
	if err == nil {
		d.settings = settings
	}
	return err
}

// takes reports whether the Spec declares that it can take p.
func (d *direct) takes(p *sudoku.Puzzle) bool {
	return d.spec.Info.Fits(p) == nil
}

func (d *direct) solve(ctx context.Context, puzzles []*sudoku.Puzzle, o sudoku.Ask) ([]Answer, error) {
	solver, err := d.spec.Solver(d.settings)
	if err != nil {
		return nil, err
	}
	answers := make([]Answer, len(puzzles))
	for i, p := range puzzles {
		answers[i] = d.answer(ctx, p, o, solver, func(ctx context.Context, a *Answer) error {
			enough := false
			var err error
			a.Stats, err = solver.Solve(ctx, p, func(g sudoku.Grid) bool {
				if enough || ctx.Err() != nil {
					return false
				}
				a.Grids = append(a.Grids, g.Clone())
				enough = len(a.Grids) == o.Limit
				return !enough
			})
			if err == nil && !enough {
				err = ctx.Err()
			}
			a.Exhausted = err == nil && !enough
			return err
		})
	}
	return answers, nil
}

func (d *direct) grade(ctx context.Context, puzzles []*sudoku.Puzzle, o sudoku.Ask) ([]Answer, error) {
	grader, err := d.spec.Grader(d.settings)
	if err != nil {
		return nil, err
	}
	answers := make([]Answer, len(puzzles))
	for i, p := range puzzles {
		answers[i] = d.answer(ctx, p, o, grader, func(ctx context.Context, a *Answer) (err error) {
			a.Grades, err = grader.Grade(ctx, p)
			return err
		})
	}
	return answers, nil
}

// answer calls work as the SDK does: not for what was not declared, seeded, within the budget, with its time taken.
func (d *direct) answer(ctx context.Context, p *sudoku.Puzzle, o sudoku.Ask, algorithm any,
	work func(context.Context, *Answer) error) (a Answer) {
	if !d.takes(p) {
		a.Err = sudoku.ErrUnsupported
		return a
	}
	if o.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.Timeout)
		defer cancel()
	}
	if s, ok := algorithm.(sudoku.Seeder); ok {
		s.Seed(o.Seed)
	}
	begin := time.Now()
	a.Err = work(ctx, &a)
	a.Stats.Elapsed = time.Since(begin)
	return a
}

func (d *direct) explain(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Step) bool) error {
	explainer, err := d.spec.Explainer(d.settings)
	if err != nil {
		return err
	}
	if !d.takes(p) {
		return sudoku.ErrUnsupported
	}
	return explainer.Explain(ctx, p, emit)
}

func (d *direct) listSteps(ctx context.Context, state *sudoku.State, emit func(sudoku.Step) bool) error {
	explainer, err := d.spec.Explainer(d.settings)
	if err != nil {
		return err
	}
	lister, ok := explainer.(sudoku.StepLister)
	if !ok || !d.takes(state.Puzzle) {
		return sudoku.ErrUnsupported
	}
	return lister.ListSteps(ctx, state, emit)
}

func (d *direct) generate(ctx context.Context, o sudoku.Order,
	emit func(*sudoku.Puzzle) bool) (sudoku.Stats, error) {
	generator, err := d.spec.Generator(d.settings)
	if err != nil {
		return sudoku.Stats{}, err
	}
	if !d.spec.Info.Takes(o.Geometry) {
		return sudoku.Stats{}, sudoku.ErrUnsupported
	}
	if s, ok := generator.(sudoku.Seeder); ok {
		s.Seed(o.Seed)
	}
	return generator.Generate(ctx, o, emit)
}
