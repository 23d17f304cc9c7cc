package runner

import (
	"context"
	"time"
)

// budget is a context that ends at a time, which is looked at when somebody asks for its error. In a browser there is one thread, and
// the timer of a context with a deadline waits until the work is done.
type budget struct {
	context.Context
	until time.Time
}

// within returns a context whose Err looks at the clock: it is context.DeadlineExceeded at the deadline of ctx or after a time,
// whatever comes first; 0 is any time.
func within(ctx context.Context, d time.Duration) context.Context {
	until, limited := ctx.Deadline()
	if own := time.Now().Add(d); d > 0 && (!limited || own.Before(until)) {
		until, limited = own, true
	}
	if !limited {
		return ctx
	}
	return budget{ctx, until}
}

// Err returns context.DeadlineExceeded after the time.
func (b budget) Err() error {
	if err := b.Context.Err(); err != nil {
		return err
	}
	if time.Now().After(b.until) {
		return context.DeadlineExceeded
	}
	return nil
}
