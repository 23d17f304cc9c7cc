package host

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/host/internal/process"
	"github.com/sudokuctl/sudokuctl/core/host/internal/pump"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Solve has the plugin solve the puzzles of an input and calls emit once for each, with the number that the input
// gave it: as answers come in, or in the order of the input with o.Ordered. Memory does not grow with the input.
//
// Every solution is verified against givens, soft clues and houses, several solutions against each other. An emitted
// Result belongs to the receiver. A puzzle that kills the process is Crashed, one that takes too long Timeout, one with
// a wrong or missing answer Wrong; the others are answered all the same. A second answer that comes after emit goes to
// o.Retract.
//
// An error of the input ends it: earlier puzzles are answered, then the error is returned. A puzzle with more or fewer
// givens than its geometry has cells is such an error. Otherwise the error is that of ctx or of emit, or says that the
// plugin cannot be used any more (ErrQuarantined) or that it contradicted itself too late for a Result (ErrProtocol).
// emit is called by the caller's goroutine, the input is iterated by another, which may still wait for its next puzzle
// when Solve has returned.
func (p *Plugin) Solve(ctx context.Context, puzzles iter.Seq2[runner.Item, error], o runner.Options,
	emit func(number uint64, r sudoku.Result) error) error {
	return pump.Solve(ctx, p.pumped(), feed(puzzles), p.pump(o), p.noting(emit))
}

// Grade has the plugin grade the puzzles of an input and calls emit once for each. All that is said of Solve
// holds; of the options, Seed, Timeout, Workers and Ordered count. Grades are checked against what the grader
// declares. The Verdict of an answer that counts is Unknown, and its Err nil or ErrGaveUp; others are Timeout,
// Unsupported, Wrong or Crashed.
func (p *Plugin) Grade(ctx context.Context, puzzles iter.Seq2[runner.Item, error], o runner.Options,
	emit func(number uint64, r sudoku.Result) error) error {
	return pump.Grade(ctx, p.pumped(), feed(puzzles), p.pump(o), p.noting(emit))
}

// Broke reports whether an answer shows that its plugin broke: it crashed, gave a wrong answer, or failed in a way that
// sudoku.Solver does not know. A plugin that gives up, runs out of time or does not take a puzzle has not broken.
func Broke(r *sudoku.Result) bool {
	switch r.Verdict {
	case sudoku.Wrong, sudoku.Crashed:
		return true
	case sudoku.Invalid, sudoku.Timeout, sudoku.Unsupported:
		return false
	}
	return failed(r.Err)
}

// failed reports whether an error is none that an algorithm may return.
func failed(err error) bool {
	allowed := []error{sudoku.ErrGaveUp, sudoku.ErrUnsupported, context.DeadlineExceeded, context.Canceled}
	return err != nil && !slices.ContainsFunc(allowed, func(e error) bool { return errors.Is(err, e) })
}

// noting returns an emit that reports answers that show that the plugin broke.
func (p *Plugin) noting(emit func(uint64, sudoku.Result) error) func(uint64, sudoku.Result) error {
	if p.config.Broke == nil {
		return emit
	}
	return func(number uint64, r sudoku.Result) error {
		if Broke(&r) {
			p.config.Broke(p.ID(), r.Err)
		}
		return emit(number, r)
	}
}

// noted returns the error of a single call, and reports it if it shows that the plugin broke.
func (p *Plugin) noted(err error) error {
	if failed(err) && p.config.Broke != nil {
		p.config.Broke(p.ID(), err)
	}
	return err
}

// pumped describes the plugin to the pump.
func (p *Plugin) pumped() pump.Plugin {
	o := &p.host.options
	return pump.Plugin{ID: p.candidate.ID, Info: p.info, Processes: p.supervisor, Grace: o.Grace, Silence: o.Silence}
}

// feed returns an input as the pump takes it.
func feed(puzzles iter.Seq2[runner.Item, error]) pump.Input {
	return func(put func(number uint64, p *sudoku.Puzzle) bool) error {
		for item, err := range puzzles {
			if err != nil || !put(item.Number, item.Puzzle) {
				return err
			}
		}
		return nil
	}
}

// pump completes options for the pump.
func (p *Plugin) pump(o runner.Options) pump.Options {
	if o.Workers <= 0 {
		o.Workers = runtime.NumCPU()
	}
	p.limitWorkers(&o)
	batch := pump.DefaultBatch
	if p.candidate.Kind == "exec" {
		batch = pump.ExecBatch
	}
	return pump.Options{Options: o, Batch: cmp.Or(p.batch, batch)}
}

// limitWorkers keeps the programs of a bridge from running out of open files: with fewer at a time all get answers.
func (p *Plugin) limitWorkers(o *runner.Options) {
	const (
		each = 8 // open files of the bridge for a program, while it starts
		own  = 64
	)
	most := (process.OpenFiles() - own) / each
	if p.candidate.Kind != "exec" || most < 1 || o.Workers <= most {
		return
	}
	p.host.options.Logger.Warn(fmt.Sprintf("%d programs run at a time instead of %d: the system allows %d open files (ulimit -Hn)",
		most, o.Workers, process.OpenFiles()), "plugin", p.candidate.ID)
	o.Workers = most
}
