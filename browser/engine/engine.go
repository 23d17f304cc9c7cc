// Package engine answers requests about puzzles in this process, with the algorithms of the plugins and without plugins: it is
// what the program for the web does. Its answers are the records of package record.
package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/spec"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/entropybt/search"
	"github.com/sudokuctl/sudokuctl/plugins/generate/create"
	"github.com/sudokuctl/sudokuctl/plugins/redundancy/tensor"
	"github.com/sudokuctl/sudokuctl/plugins/rules/logic"
	"github.com/sudokuctl/sudokuctl/work/record"
)

// Ask is a request: what to do, and with what.
type Ask struct {
	Do     string // one of Names
	Puzzle string // see ReadPuzzle

	Limit   int           // solve, check: solutions wanted or counted at most; 0 for 2 and for 10,000
	Seed    uint64        // of algorithms that use random numbers
	Timeout time.Duration // 0 for any time
	Metrics []string      // grade: only these
	Level   string        // hint: "where", "what" or "why", which is the default
	Values  string        // steps: the puzzle with what has been entered so far
	Marks   []string      // explain, hint, steps: of each cell the candidates that are left, "" for all

	Order Order // generate
}

// Engine answers requests, one at a time.
type Engine struct {
	solver, explainer, generator runner.Runner
	graders                      []runner.Runner
}

// New returns an engine.
func New() (*Engine, error) {
	var all []runner.Runner
	for _, s := range []spec.Spec{search.Spec(), logic.Spec(), tensor.Spec(), create.Spec()} {
		r, err := runner.Here(s, nil)
		if err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	return &Engine{solver: all[0], explainer: all[1], generator: all[3], graders: all[:3]}, nil
}

// Names are what can be asked for.
var Names = []string{"board", "check", "explain", "generate", "grade", "hint", "solve", "steps"}

// Answer calls emit with each record of the answer until emit returns false.
func (e *Engine) Answer(ask *Ask, emit func(any) bool) error {
	ctx := context.Background()
	if ask.Do == "generate" {
		ctx, cancel := record.WithTimeout(ctx, ask.Timeout)
		defer cancel()
		return e.generate(ctx, &ask.Order, emit)
	}
	p, err := ReadPuzzle(ask.Puzzle)
	if err != nil {
		return err
	}
	if ask.Marks != nil && ask.Do != "steps" {
		if p, err = record.WithMarks(p, ask.Marks); err != nil {
			return err
		}
	}
	switch ask.Do {
	case "board":
		emit(record.NewBoard(p))
		return nil
	case "check":
		return e.check(ctx, p, ask, emit)
	case "explain":
		return e.explain(ctx, p, ask, emit)
	case "grade":
		return e.grade(ctx, p, ask, emit)
	case "hint":
		return e.hint(ctx, p, ask, emit)
	case "solve":
		return e.solve(ctx, p, ask, emit)
	case "steps":
		return e.steps(ctx, p, ask, emit)
	}
	return fmt.Errorf("%q is none of %v", ask.Do, Names)
}

func (e *Engine) solve(ctx context.Context, p *sudoku.Puzzle, ask *Ask, emit func(any) bool) error {
	limit := cmp.Or(ask.Limit, 2)
	r, err := runner.SolveOne(ctx, e.solver, p, sudoku.Ask{Limit: limit, Seed: ask.Seed, Timeout: ask.Timeout})
	if err != nil {
		return err
	}
	if clash := sudoku.CheckGivens(p); clash != nil {
		r = sudoku.Result{Puzzle: p, Verdict: sudoku.Invalid, Err: clash, Stats: r.Stats}
	}
	emit(record.NewSolve(e.solver.Info(), &r, limit, false))
	return nil
}

// judge returns the solver, which is asked about puzzles that steps do not solve.
func (e *Engine) judge() (runner.Runner, error) { return e.solver, nil }

func (e *Engine) grade(ctx context.Context, p *sudoku.Puzzle, ask *Ask, emit func(any) bool) error {
	graded, o := record.NewGrade(p), runner.Options{Ask: sudoku.Ask{Seed: ask.Seed, Timeout: ask.Timeout}}
	for _, g := range e.graders {
		info := g.Info()
		err := g.Grade(ctx, runner.Numbered([]*sudoku.Puzzle{p}), o, func(_ uint64, r sudoku.Result) error {
			graded.Add(r, info.ID+" "+info.Version, ask.Metrics)
			return nil
		})
		if err != nil {
			return err
		}
	}
	emit(graded)
	return nil
}

// errEnough says that no more records are wanted.
var errEnough = errors.New("enough")

func (e *Engine) explain(ctx context.Context, p *sudoku.Puzzle, ask *Ask, emit func(any) bool) error {
	err := record.Explain(ctx, e.explainer, p, ask.Timeout, e.judge, record.Events{
		Puzzle: func(*sudoku.Puzzle) error { return nil },
		Step: func(_ *record.Replay, s sudoku.Step, n int) error {
			if !emit(record.NewStep(p, s, n)) {
				return errEnough
			}
			return nil
		},
		End: func(_ *record.Replay, o *record.Outcome) error {
			emit(o)
			return nil
		},
	})
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}

func (e *Engine) hint(ctx context.Context, p *sudoku.Puzzle, ask *Ask, emit func(any) bool) error {
	h, err := record.FindHint(ctx, p, e.judge, func(found func(sudoku.Step) bool) error {
		ctx, cancel := record.WithTimeout(ctx, ask.Timeout)
		defer cancel()
		return e.explainer.Explain(ctx, p, found)
	})
	if err != nil {
		return err
	}
	if h.Step == nil {
		return errors.New(h.Missing())
	}
	emit(h.Record(p, ask.Level))
	return nil
}

func (e *Engine) steps(ctx context.Context, p *sudoku.Puzzle, ask *Ask, emit func(any) bool) error {
	now := p
	if ask.Values != "" {
		var err error
		if now, err = ReadPuzzle(ask.Values); err != nil {
			return err
		}
	}
	state, err := record.NewState(p, now, ask.Marks)
	if err != nil {
		return err
	}
	ctx, cancel := record.WithTimeout(ctx, ask.Timeout)
	defer cancel()
	n := 0
	err = e.explainer.ListSteps(ctx, state, func(s sudoku.Step) bool {
		n++
		return emit(record.NewStep(p, s, n)) && n < record.MostSteps
	})
	if errors.Is(err, sudoku.ErrGaveUp) {
		err = nil // no technique helps
	}
	return err
}

func (e *Engine) check(ctx context.Context, p *sudoku.Puzzle, ask *Ask, emit func(any) bool) error {
	c := record.Checker{Solver: e.solver, Most: max(2, cmp.Or(ask.Limit, record.MostCounted)), Timeout: ask.Timeout}
	r := c.New(p)
	if err := c.Complete(ctx, []*record.Check{r}); err != nil {
		return err
	}
	emit(r)
	return nil
}
