package plugintest

import (
	"context"
	"time"

	"github.com/sudokuctl/sudokuctl/core/plugin"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Direct returns the subject that calls the functions of a Spec, without protocol and process.
func Direct(spec plugin.Spec) (*Subject, error) {
	here, err := runner.Here(spec, nil)
	if err != nil {
		return nil, err
	}
	d := &direct{spec, here}
	return (&Subject{
		Describe:  func(context.Context) (sudoku.Info, error) { return d.here.Info(), nil },
		Configure: d.configure,
		Solve:     d.solve,
		Grade:     d.grade,
		Explain: func(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Step) bool) error {
			return d.here.Explain(ctx, p, emit)
		},
		ListSteps: func(ctx context.Context, s *sudoku.State, emit func(sudoku.Step) bool) error {
			return d.here.ListSteps(ctx, s, emit)
		},
		Generate: func(ctx context.Context, o sudoku.Order, emit func(*sudoku.Puzzle) bool) (sudoku.Stats, error) {
			return d.here.Generate(ctx, o, emit)
		},
	}).of(spec, here.Settings()), nil
}

// of takes from a subject the powers that a Spec does not have, and says whether its solver takes a seed: then the same seed must
// get the same answer.
func (s *Subject) of(spec plugin.Spec, settings sudoku.Settings) *Subject {
	if spec.Solver == nil {
		s.Solve = nil
	} else if solver, err := spec.Solver(settings); err == nil {
		_, s.Seeded = solver.(sudoku.Seeder)
	}
	if spec.Grader == nil {
		s.Grade = nil
	}
	lists := false
	if spec.Explainer == nil {
		s.Explain = nil
	} else if explainer, err := spec.Explainer(settings); err == nil {
		_, lists = explainer.(sudoku.StepLister)
	}
	if !lists {
		s.ListSteps = nil
	}
	if spec.Generator == nil {
		s.Generate = nil
	}
	return s
}

// direct asks the functions of a Spec. What a runner verifies and interprets is to be seen here as it comes.
type direct struct {
	spec plugin.Spec
	here *runner.Local
}

func (d *direct) configure(_ context.Context, given map[string]any) error {
	here, err := runner.Here(d.spec, given)
	if err == nil {
		d.here = here
	}
	return err
}

func (d *direct) solve(ctx context.Context, puzzles []*sudoku.Puzzle, o runner.Ask) ([]Answer, error) {
	solver, err := d.spec.Solver(d.here.Settings())
	if err != nil {
		return nil, err
	}
	return d.each(ctx, puzzles, o, solver, func(ctx context.Context, p *sudoku.Puzzle, a *Answer) error {
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
	}), nil
}

func (d *direct) grade(ctx context.Context, puzzles []*sudoku.Puzzle, o runner.Ask) ([]Answer, error) {
	grader, err := d.spec.Grader(d.here.Settings())
	if err != nil {
		return nil, err
	}
	return d.each(ctx, puzzles, o, grader, func(ctx context.Context, p *sudoku.Puzzle, a *Answer) (err error) {
		a.Grades, err = grader.Grade(ctx, p)
		return err
	}), nil
}

// each calls work as the SDK does: not for what was not declared, seeded, within the budget, with its time taken.
func (d *direct) each(ctx context.Context, puzzles []*sudoku.Puzzle, o runner.Ask, algorithm any,
	work func(context.Context, *sudoku.Puzzle, *Answer) error) []Answer {
	answers := make([]Answer, len(puzzles))
	for i, p := range puzzles {
		a := &answers[i]
		if a.Err = d.spec.Info.Fits(p); a.Err != nil {
			continue
		}
		within, cancel := ctx, context.CancelFunc(func() {})
		if o.Timeout > 0 {
			within, cancel = context.WithTimeout(ctx, o.Timeout)
		}
		if s, ok := algorithm.(sudoku.Seeder); ok {
			s.Seed(o.Seed)
		}
		begin := time.Now()
		a.Err = work(within, p, a)
		a.Stats.Elapsed = time.Since(begin)
		cancel()
	}
	return answers
}
