package ask

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/job"
	"github.com/sudokuctl/sudokuctl/work/record"
)

// Race solves puzzles one after the other with several solvers at once and calls show with the first answer to each
// that is proved: by two solutions, or by a complete search. The others are stopped. If none of them proves its
// answer, a solution counts more than none. It returns how many records of the inputs were bad.
func Race(ctx context.Context, env *work.Env, req SolveRequest, solvers []string, progress work.Progress,
	show func(solver sudoku.Info, r *sudoku.Result) error) (bad int, err error) {
	plugins, err := env.OpenAll(ctx, solvers, "solve")
	if err != nil {
		return 0, err
	}
	if len(plugins) < 2 {
		return 0, work.RequestErrorf("a race needs two solvers or more")
	}
	progress, count := progress.Counting()
	defer progress.Stage(work.Begun{Stage: "racing", PerPuzzle: 1})()
	for r, err := range input.Walk(ctx, req.Inputs, progress) {
		if err != nil {
			return count(), err
		}
		best, err := race(ctx, plugins, r.Puzzle, &req)
		if err != nil {
			return count(), err
		}
		progress.Step()
		if err := show(best.info, &best.result); err != nil {
			return count(), err
		}
	}
	return count(), ctx.Err()
}

// finish is where a solver ended in a race.
type finish struct {
	info   sudoku.Info
	result sudoku.Result
	err    error // it could not be asked
}

// proved reports whether an answer needs no other.
func (f *finish) proved(limit int) bool {
	switch f.result.Verdict {
	case sudoku.Unique, sudoku.Impossible, sudoku.Invalid:
		return true
	case sudoku.Multiple:
		return record.CountComplete(f.info, &f.result, limit) || limit > 0 && f.result.Count >= int64(limit)
	case sudoku.Solved:
		return limit == 1
	}
	return false
}

// race asks all plugins for one puzzle.
func race(ctx context.Context, plugins []job.Plugin, p *sudoku.Puzzle, req *SolveRequest) (*finish, error) {
	if clash := sudoku.CheckGivens(p); clash != nil {
		return &finish{info: plugins[0].Info(), result: sudoku.Result{Puzzle: p, Verdict: sudoku.Invalid, Err: clash}}, nil
	}
	running, stop := context.WithCancel(ctx)
	defer stop()
	finishes := make(chan finish)
	for _, plugin := range plugins {
		go func() {
			f := finish{info: plugin.Info()}
			options := runner.Options{Ask: req.Ask, CountOnly: req.CountOnly}
			options.Workers = 1
			f.err = plugin.Solve(running, alone(p), options, func(_ uint64, r sudoku.Result) error {
				r.Err = work.TimedOut(r.Err, req.Timeout)
				f.result = r
				return nil
			})
			finishes <- f
		}()
	}
	var best *finish
	var failed []error
	for range plugins {
		f := <-finishes
		switch {
		case best != nil && best.proved(req.Limit):
		case f.err != nil:
			failed = append(failed, fmt.Errorf("racing with plugin %q: %w", f.info.ID, f.err))
		case best == nil || f.proved(req.Limit) || f.result.Count > best.result.Count:
			best = &f
		}
		if best != nil && best.proved(req.Limit) {
			stop()
		}
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case best == nil:
		return nil, errors.Join(failed...)
	}
	return best, nil
}

// alone is an input of one puzzle.
func alone(p *sudoku.Puzzle) iter.Seq2[runner.Item, error] {
	return func(yield func(runner.Item, error) bool) { yield(runner.Item{Number: 1, Puzzle: p}, nil) }
}
