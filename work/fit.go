package work

import (
	"context"
	"iter"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// firstFit is the solver that is asked if none is named: a plugin, and for puzzles that it does not take the first that does.
type firstFit struct {
	job.Plugin
	env    *Env
	others []job.Plugin // the complete solvers; nil until one is needed
}

// Solve implements runner.Runner. What the plugin does not take another one solves, puzzle by puzzle, when its turn comes.
func (f *firstFit) Solve(ctx context.Context, puzzles iter.Seq2[runner.Item, error], o runner.Options,
	emit func(number uint64, r sudoku.Result) error) error {
	return f.Plugin.Solve(ctx, puzzles, o, func(number uint64, r sudoku.Result) error {
		if r.Verdict != sudoku.Unsupported {
			return emit(number, r)
		}
		other := f.For(ctx, r.Puzzle)
		if other == f.Plugin {
			return emit(number, r)
		}
		alone := o
		alone.Workers, alone.Idle = 1, nil
		one := func(yield func(runner.Item, error) bool) { yield(runner.Item{Number: number, Puzzle: r.Puzzle}, nil) }
		return other.Solve(ctx, one, alone, emit)
	})
}

// For returns the plugin that is asked for a puzzle: if none takes it, the one that is asked first. A plugin that does not start
// is not asked.
func (f *firstFit) For(ctx context.Context, p *sudoku.Puzzle) job.Plugin {
	if info := f.Info(); info.Fits(p) == nil {
		return f.Plugin
	}
	if f.others == nil {
		f.openOthers(ctx)
	}
	chosen := f.Plugin
	for _, other := range f.others {
		info := other.Info()
		if info.Fits(p) != nil {
			continue
		}
		if info.Fast {
			return other
		}
		if chosen == f.Plugin {
			chosen = other
		}
	}
	return chosen
}

func (f *firstFit) openOthers(ctx context.Context) {
	f.others = []job.Plugin{}
	for id := range f.env.Plugins {
		if id == f.ID() {
			continue
		}
		p, err := f.env.Open(ctx, id, nil)
		if err != nil {
			continue
		}
		if info := p.Info(); info.Complete && info.Has(sudoku.PowerSolve) {
			f.others = append(f.others, p)
		} else {
			f.env.close(p)
		}
	}
}

// InfoFor returns what the solver is that a plugin of CompleteSolver has solve a puzzle.
func InfoFor(ctx context.Context, solver job.Plugin, p *sudoku.Puzzle) sudoku.Info {
	if f, ok := solver.(*firstFit); ok {
		return f.For(ctx, p).Info()
	}
	return solver.Info()
}
