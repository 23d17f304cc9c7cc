package runner

import (
	"context"
	"time"
)

// budget is a context that ends at a time, which is looked at when somebody asks for its error. In a browser there is one thread, and
// the timer of context.WithTimeout would wait until the work is done.
type budget struct {
	context.Context
	until time.Time
}

// WithTimeout returns a context whose Err is context.DeadlineExceeded after a time, 0 for any; its Done is that of ctx.
func WithTimeout(ctx context.Context, d time.Duration) context.Context {
	if d <= 0 {
		return ctx
	}
	return budget{ctx, time.Now().Add(d)}
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
