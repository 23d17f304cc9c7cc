package plugin

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// worker is one goroutine of a crew.
type worker struct {
	crew   *crew
	craft  craft
	budget atomic.Pointer[budget]
	seq    atomic.Uint64 // of the puzzle under way
	puzzle sudoku.Puzzle
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
func (w *worker) due() bool { return w.crew.ticks.Load() >= w.begun+2 }

func (w *worker) runTime() time.Duration {
	if v, ok := w.craft.(*solving); ok && v.batches() {
		return batchTime
	}
	return runTime
}

// run works until the queue is empty and closed.
func (w *worker) run() {
	for {
		j, from, to := w.crew.queue.take(w.want, len(w.crew.workers))
		if j == nil {
			return
		}
		begin := clock()
		w.runThrough(j, from, to)
		each := max(1, (clock()-begin)/int64(to-from))
		w.want = min(8*w.want, max(1, int(int64(w.runTime())/each)), maxRun)
		w.crew.queue.finish(j, to-from)
	}
}

func (w *worker) runThrough(j *job, from, to int) {
	unfit := !w.crew.info.Takes(j.Batch.Geometry)
	w.craft.start(j.Batch.First + uint64(from))
	if v, ok := w.craft.(*solving); ok && !unfit {
		v.begin(j, from, to)
	}
	for i := from; i < to && !w.crew.broken.Load(); i++ {
		seq := j.Batch.First + uint64(i)
		b := w.begin(seq)
		j.Batch.Puzzle(i, &w.puzzle)
		var skip error
		switch {
		case unfit, len(w.puzzle.Soft) > 0 && !w.crew.info.SoftClues:
			skip = sudoku.ErrUnsupported
		case w.crew.queue.isStopped(j, seq), w.crew.broken.Load():
			skip = context.Canceled
		}
		w.craft.work(b, seq, &w.puzzle, skip)
		w.seq.Store(0)
		if (w.craft.full() || w.crew.ticks.Load() != w.sent) && i+1 < to {
			w.crew.send(w)
			w.craft.start(seq + 1)
		}
	}
	if !w.crew.broken.Load() {
		w.crew.send(w)
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
	b.begin(int64(w.crew.options.Timeout))
	w.begun = w.crew.ticks.Load()
	w.seq.Store(seq + 1)
	return b
}
