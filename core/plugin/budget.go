package plugin

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

var began = time.Now() // when clock was 0

// budget is the context of one puzzle after another. Err is one atomic load, and nothing is allocated as long as nobody
// calls Done. The watch ends it when its deadline is over.
//
// state is the number of the puzzle times four plus how it ended. end swaps the state that its caller has seen, so that
// an end that comes too late never hits the next puzzle. The deadline is stored before the state and loaded after it: a
// deadline that is over is never that of a puzzle before.
type budget struct {
	context.Context // that of the stream, for its values
	state           atomic.Int64
	deadline        atomic.Int64 // by clock, 0 for none

	asked  atomic.Bool // Done was called
	mu     sync.Mutex
	done   <-chan struct{} // nil until then
	cancel func()          // closes done
}

// How a budget ended.
const (
	overDeadline = 1
	overStopped  = 2
	overBits     = 2
	overMask     = 1<<overBits - 1
)

// begin starts the puzzle of a number, which ends at deadline by clock, 0 for no limit. All puzzles of a budget have a
// limit or none has.
func (b *budget) begin(number uint64, deadline int64) {
	if deadline > 0 {
		b.deadline.Store(deadline)
	}
	b.state.Store(int64(number << overBits))
}

// number returns the number of the puzzle under way when state was seen.
func number(state int64) uint64 { return uint64(state) >> overBits }

// end ends the puzzle that was under way when state was seen.
func (b *budget) end(state, how int64) {
	if state&overMask == 0 && b.state.CompareAndSwap(state, state|how) {
		b.mu.Lock()
		defer b.mu.Unlock()
		if b.cancel != nil && b.state.Load() == state|how { // otherwise the channel is that of the next puzzle
			b.cancel()
		}
	}
}

// Err reports that the puzzle's time is over or that nobody wants the answer. It is one atomic load, so a search may
// ask at every guess.
func (b *budget) Err() error {
	switch b.state.Load() & overMask {
	case 0:
		return nil
	case overDeadline:
		return context.DeadlineExceeded
	}
	return context.Canceled
}

// Done returns a channel for algorithms that wait. It is made when first asked for, because most only call Err.
func (b *budget) Done() <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.done == nil {
		c := make(chan struct{})
		b.done, b.cancel = c, sync.OnceFunc(func() { close(c) })
		b.asked.Store(true)
		if b.Err() != nil {
			b.cancel()
		}
	}
	return b.done
}

// Deadline returns when the puzzle's time ends, if it has a budget.
func (b *budget) Deadline() (time.Time, bool) {
	d := b.deadline.Load()
	return began.Add(time.Duration(d)), d > 0
}

// flushEvery is the tick of a pool: rows do not wait longer, parts not longer than twice.
const flushEvery = 100 * time.Millisecond

// suspended is the delay from which the watch takes it that the whole process did not run: somebody has suspended the
// job.
const suspended = 500 * time.Millisecond

// watch ends the budgets of all workers that are over, until their stream is. Between two looks it sleeps until the
// earliest deadline, and never longer than a puzzle that begins now may take.
func (c *pool) watch(over <-chan struct{}) {
	wait := c.look(0)
	timer := time.NewTimer(wait)
	defer timer.Stop()
	flush, due := clock(), clock()+int64(wait)
	for {
		select {
		case <-over:
			return
		case <-timer.C:
		}
		now := clock()
		if now-flush >= int64(flushEvery) {
			flush = now
			tick := c.ticks.Add(1)
			for _, w := range c.workers {
				w.task.checkOverdue(tick)
			}
		}
		wait = c.look(now - due)
		due = clock() + int64(wait)
		timer.Reset(wait)
	}
}

// look ends the budgets that are over and returns how long the next look can wait. If it comes so late that the process
// was suspended, it gives the puzzles under way that time back.
func (c *pool) look(late int64) time.Duration {
	now, wait := clock(), int64(flushEvery)
	if c.options.Timeout > 0 {
		wait = min(wait, int64(c.options.Timeout))
	}
	for _, w := range c.workers {
		b := w.budget.Load()
		state := b.state.Load()
		d := b.deadline.Load()
		if d > 0 && late > int64(suspended) && b.deadline.CompareAndSwap(d, d+late) {
			d += late
		}
		switch {
		case d == 0:
		case d <= now:
			b.end(state, overDeadline)
		default:
			wait = min(wait, d-now)
		}
	}
	return time.Duration(wait)
}
