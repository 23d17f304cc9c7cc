package plugin

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

var began = time.Now() // when clock was 0

// budget is the context of one puzzle after another: Err is one atomic load, and nothing is allocated as
// long as nobody asks for Done. The watch ends it when its deadline is over.
//
// state is the number of the puzzle times four plus how it ended. Whoever ends a budget swaps the state
// that it has seen, so that an end that comes too late never hits the next puzzle. The deadline is stored before the state
// and loaded after it: a deadline that is over is never that of a puzzle before.
type budget struct {
	context.Context // that of the stream, for its values
	state           atomic.Int64
	deadline        atomic.Int64 // by clock, 0 for none

	asked  atomic.Bool // somebody has asked for Done
	mu     sync.Mutex
	done   chan struct{} // nil until then
	closed bool
}

// How a budget ended.
const (
	overDeadline = 1
	overStopped  = 2
	overBits     = 2
	overMask     = 1<<overBits - 1
)

// begin starts the puzzle of a number, which has to be done at deadline by clock, 0 for no limit. All puzzles of a budget have
// a limit or none has.
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
		if b.state.Load() == state|how { // otherwise the channel is that of the next puzzle, if there is one
			b.close()
		}
	}
}

func (b *budget) close() {
	if b.done != nil && !b.closed {
		b.closed = true
		close(b.done)
	}
}

// Err implements context.Context.
func (b *budget) Err() error {
	switch b.state.Load() & overMask {
	case 0:
		return nil
	case overDeadline:
		return context.DeadlineExceeded
	}
	return context.Canceled
}

// Done implements context.Context.
func (b *budget) Done() <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.done == nil {
		b.done = make(chan struct{})
		b.asked.Store(true)
		if b.Err() != nil {
			b.close()
		}
	}
	return b.done
}

// Deadline implements context.Context.
func (b *budget) Deadline() (time.Time, bool) {
	d := b.deadline.Load()
	return began.Add(time.Duration(d)), d > 0
}
