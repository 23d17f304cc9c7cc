package plugin

import (
	"context"
	"time"
)

// flushEvery is the tick of a pool: rows do not wait longer, parts not longer than twice.
const flushEvery = 100 * time.Millisecond

// watch is the one goroutine that looks after the deadlines of all workers, until their stream is over. Between two looks it
// sleeps until the earliest deadline, and never longer than a puzzle that begins now may take.
func (c *pool) watch(ctx context.Context, over <-chan struct{}) {
	wait := c.look()
	timer := time.NewTimer(wait)
	defer timer.Stop()
	flush, due := clock(), clock()+int64(wait)
	cancelled := ctx.Done()
	for {
		select {
		case <-over:
			c.endAll()
			return
		case <-cancelled:
			c.abort()
			cancelled = nil
			continue
		case <-timer.C:
		}
		now := clock()
		c.woken(now - due)
		if now-flush >= int64(flushEvery) {
			flush = now
			tick := c.ticks.Add(1)
			for _, w := range c.workers {
				w.task.checkOverdue(tick)
			}
			c.endStopped(c.queue.marked())
			if c.broken.Load() {
				c.endAll()
			}
		}
		wait = c.look()
		due = clock() + int64(wait)
		timer.Reset(wait)
	}
}

// suspended is how late the watch wakes up if the whole process did not run meanwhile: somebody has stopped the job.
const suspended = 500 * time.Millisecond

// woken gives the puzzles under way the time back that they did not have, if the watch wakes up so late.
func (c *pool) woken(late int64) {
	if late <= int64(suspended) {
		return
	}
	for _, w := range c.workers {
		b := w.budget.Load()
		if d := b.deadline.Load(); d > 0 {
			b.deadline.CompareAndSwap(d, d+late)
		}
	}
}

// look ends the budgets that are over and returns how long the next look can wait.
func (c *pool) look() time.Duration {
	now, wait := clock(), int64(flushEvery)
	if c.options.Timeout > 0 {
		wait = min(wait, int64(c.options.Timeout))
	}
	for _, w := range c.workers {
		b := w.budget.Load()
		state := b.state.Load()
		switch d := b.deadline.Load(); {
		case d == 0:
		case d <= now:
			b.end(state, overDeadline)
		default:
			wait = min(wait, d-now)
		}
	}
	return time.Duration(wait)
}
