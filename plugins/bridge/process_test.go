package bridge

import (
	"context"
	"os"
	"testing"
	"time"
)

// tardy is a context whose deadline is over a while before it says so, as it is on a busy machine.
type tardy struct {
	context.Context
	over  time.Time
	asked int
}

func (c *tardy) Deadline() (time.Time, bool) { return c.over.Add(-time.Hour), true }

func (c *tardy) Err() error {
	if c.asked++; time.Now().Before(c.over) {
		return nil
	}
	return context.DeadlineExceeded
}

// A read whose deadline is over does not take the processor from the one who has to end it.
func TestReadingDoesNotSpin(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	c := &process{out: r, gone: make(chan struct{})}
	ctx := &tardy{Context: t.Context(), over: time.Now().Add(50 * time.Millisecond)}
	if _, err := c.line(ctx); err != context.DeadlineExceeded || ctx.asked > 100 {
		t.Errorf("%v, after %d looks", err, ctx.asked)
	}
}
