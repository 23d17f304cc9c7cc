// Package ask answers questions about puzzles at hand, without a library: their solutions, how many there are and which candidates
// are in one; whether they are valid, unique and minimal; how difficult they are; and how a person solves them, step by step.
package ask

import (
	"context"
	"iter"
	"sync"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/job"
	"github.com/sudokuctl/sudokuctl/work/record"
)

// A SolveRequest asks for the solutions of puzzles.
type SolveRequest struct {
	Inputs []*input.Input
	Solver string // id of a plugin, "" for a complete and fast one
	runner.Ask
	CountOnly bool                              // how many solutions there are is enough
	Idle      func()                            // called when every answer that has come was shown; may be nil
	Trace     func(name string, t sudoku.Trace) // called with the points of the solver's curves, by name of the puzzle; may be nil
	// Estimated is called, by a goroutine of its own, with how many solutions a puzzle about has if counting them takes more than a
	// second; may be nil.
	Estimated func(*sudoku.Puzzle, record.Estimate)
}

// Solve solves puzzles and calls show with each answer in the order of the inputs; an error of show ends the
// work. A puzzle whose givens clash is Invalid, whatever the solver says. If ctx ends a count, show is called with what is sure of
// it. It returns how many records of the inputs were bad.
func Solve(ctx context.Context, env *work.Env, req SolveRequest, progress work.Progress,
	show func(solver sudoku.Info, r *sudoku.Result) error) (bad int, err error) {
	var p job.Plugin
	if req.Solver == "" {
		p, err = env.CompleteSolver(ctx, "")
	} else {
		p, err = env.Able(ctx, req.Solver, sudoku.PowerSolve)
	}
	if err != nil {
		return 0, err
	}
	progress, count := progress.Counting()
	options := runner.Options{Ask: req.Ask, CountOnly: req.CountOnly, Ordered: true, Idle: req.Idle}
	stage := work.Begun{Stage: "solving", PerPuzzle: 1}
	var counts *counting // nil if solutions are wanted
	if req.CountOnly {
		stage = work.Begun{Stage: "counting"}
		counts = newCounting(ctx, progress, req.Estimated)
		defer counts.end()
		options.Progress = counts.counted
	}
	var names *sync.Map // by number, of the puzzles that are being solved; nil if nobody asks
	if req.Trace != nil {
		names = &sync.Map{}
		options.Trace = func(number uint64, t sudoku.Trace) {
			name, _ := names.Load(number)
			req.Trace(name.(string), t)
		}
	}
	defer progress.Stage(stage)()
	info := p.Info()
	err = p.Solve(ctx, items(ctx, req.Inputs, progress, names, counts), options, func(number uint64, r sudoku.Result) error {
		if names != nil {
			names.Delete(number)
		}
		if counts != nil {
			counts.ended()
		} else {
			progress.Step()
		}
		if clash := clashOf(&r); clash != nil {
			r = sudoku.Result{Puzzle: r.Puzzle, Verdict: sudoku.Invalid, Err: clash, Stats: r.Stats}
		}
		r.Err = work.TimedOut(r.Err, req.Timeout)
		if info.Fits(r.Puzzle) != nil {
			return show(work.InfoFor(ctx, p, r.Puzzle), &r)
		}
		return show(info, &r)
	})
	if counts != nil && ctx.Err() != nil {
		for _, r := range counts.interrupted() {
			if shown := show(work.InfoFor(ctx, p, r.Puzzle), &r); shown != nil {
				return count(), shown
			}
		}
	}
	return count(), err
}

// clashOf returns how the givens of a puzzle clash, which a verified solution rules out.
func clashOf(r *sudoku.Result) error {
	if len(r.Solutions) > 0 {
		return nil
	}
	return sudoku.CheckGivens(r.Puzzle)
}

// items numbers the puzzles of inputs, keeps their names if there is a map for them, and notes them if they are counted.
func items(ctx context.Context, inputs []*input.Input, progress work.Progress, names *sync.Map,
	counts *counting) iter.Seq2[runner.Item, error] {
	return func(yield func(runner.Item, error) bool) {
		number := uint64(0)
		for r, err := range input.Walk(ctx, inputs, progress) {
			item := runner.Item{Number: number + 1, Puzzle: r.Puzzle}
			if err == nil {
				number++
				if counts != nil {
					counts.begun(item)
				}
				if names != nil {
					names.Store(number, r.Puzzle.Name)
				}
			}
			if !yield(item, err) {
				return
			}
		}
	}
}

// TraceRecord is a point of a curve that a solver tells. Its keys are stable.
type TraceRecord struct {
	Name   string  `json:"name"`
	Series string  `json:"series"`
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
}
