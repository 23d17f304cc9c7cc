package plugin

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// worker is one goroutine of a pool.
type worker struct {
	pool   *pool
	task   task
	budget atomic.Pointer[budget]
	slot   sudoku.Slot
	want   int   // puzzles to take at once
	begun  int64 // tick when the puzzle under way began, or its last part was sent
	sent   int64 // tick when rows were sent
}

const (
	runTime   = 4 * time.Millisecond  // what the puzzles of a run should take together
	batchTime = 20 * time.Millisecond // the same for a BatchSolver
	maxRun    = 1024
)

// due reports whether a part of the puzzle under way should be sent: two ticks have passed, so that a quick
// answer is never cut in two.
func (w *worker) due() bool { return w.pool.ticks.Load() >= w.begun+2 }

// run works until the queue is empty and closed.
func (w *worker) run() {
	for {
		j, from, to := w.pool.queue.take(w.want, len(w.pool.workers))
		if j == nil {
			return
		}
		begin := clock()
		w.runThrough(j, from, to)
		each := max(1, (clock()-begin)/int64(to-from))
		w.want = min(8*w.want, max(1, int(int64(w.task.runTime())/each)), maxRun)
	}
}

func (w *worker) runThrough(j *job, from, to int) {
	w.task.start(j.Batch.First + uint64(from))
	w.task.prepare(j, from, to)
	for i := from; i < to && !w.pool.broken.Load(); i++ {
		seq := j.Batch.First + uint64(i)
		b := w.begin(seq)
		p := j.Batch.Puzzle(i, &w.slot)
		var skip error
		switch {
		case w.pool.info.Fits(p) != nil:
			skip = sudoku.ErrUnsupported
		case w.pool.queue.isStopped(seq), w.pool.broken.Load():
			skip = context.Canceled
		}
		w.task.work(b, seq, p, skip)
		w.pool.queue.finish(seq)
		if (w.task.full() || w.pool.ticks.Load() != w.sent) && i+1 < to {
			w.pool.send(w)
			w.task.start(seq + 1)
		}
	}
	if !w.pool.broken.Load() {
		w.pool.send(w)
	}
}

// begin starts the budget of a puzzle. One that was asked for its channel is not used again: contexts
// derived from it may still look at it.
func (w *worker) begin(seq uint64) *budget {
	b := w.budget.Load()
	if b.asked.Load() {
		b.end(b.state.Load(), overStopped)
		b = &budget{Context: b.Context}
		w.budget.Store(b)
	}
	deadline := int64(0)
	if timeout := w.pool.options.Timeout; timeout > 0 {
		deadline = clock() + int64(timeout)
	}
	b.begin(seq+1, deadline)
	w.begun = w.pool.ticks.Load()
	return b
}
