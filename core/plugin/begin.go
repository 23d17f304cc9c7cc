package plugin

import (
	"context"
	"runtime/debug"
	"time"

	"github.com/sudokuctl/sudokuctl/core/spec"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

func (v *solving) runTime() time.Duration {
	if _, ok := v.solver.(spec.BatchSolver); ok {
		return batchTime
	}
	return runTime
}

// prepare shows a BatchSolver the puzzles of a run, for no longer than the budget of one: a host that hears
// nothing for longer takes the plugin for hung.
func (v *solving) prepare(j *job, from, to int) {
	v.share = 0
	b, ok := v.solver.(spec.BatchSolver)
	if !ok {
		return
	}
	puzzles := v.fitting(j, from, to)
	if len(puzzles) == 0 {
		return
	}
	ctx, cancel := v.worker.budget.Load().Context, context.CancelFunc(func() {})
	if budget := v.pool.options.Timeout; budget > 0 {
		ctx, cancel = context.WithTimeout(ctx, budget)
	}
	defer cancel()
	start := clock()
	v.begin(ctx, b, puzzles)
	v.share = (clock() - start) / int64(len(puzzles))
}

// begin calls Begin. After a panic the solver is made anew, and each puzzle solved without preparation.
func (v *solving) begin(ctx context.Context, b spec.BatchSolver, puzzles []*sudoku.Puzzle) {
	defer func() {
		if r := recover(); r != nil {
			_ = v.session.panicked(v.seq, r, debug.Stack()) // Solve reports what goes wrong with a puzzle
			_ = v.equip()
		}
	}()
	b.Begin(ctx, puzzles)
}

// fitting returns the puzzles of a run that the solver will be asked to solve.
func (v *solving) fitting(j *job, from, to int) []*sudoku.Puzzle {
	var puzzles []*sudoku.Puzzle
	for i := from; i < to; i++ {
		p := j.Batch.Puzzle(i, new(sudoku.Slot))
		if v.pool.info.Fits(p) != nil || v.pool.queue.isStopped(j.Batch.First+uint64(i)) {
			continue
		}
		puzzles = append(puzzles, p)
	}
	return puzzles
}
