package pool

import (
	"context"
	"errors"
	"time"
)

const (
	callTime = 2 * time.Second // for one call of JetStream
	pause    = 200 * time.Millisecond
)

// try repeats a call until it succeeds, returns one of the errors that are final, or ctx ends.
func try(ctx context.Context, call func(ctx context.Context) error, final ...error) error {
	for {
		once, cancel := context.WithTimeout(ctx, callTime)
		err := call(once)
		cancel()
		if err == nil || ctx.Err() != nil {
			return err
		}
		for _, f := range final {
			if errors.Is(err, f) {
				return err
			}
		}
		if err := sleep(ctx, pause); err != nil {
			return err
		}
	}
}

// sleep returns early, with an error, if ctx ends.
func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
