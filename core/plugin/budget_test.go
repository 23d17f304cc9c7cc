package plugin

import (
	"context"
	"errors"
	"testing"
)

func TestABudgetIsAContextForOnePuzzleAfterAnother(t *testing.T) {
	b := &budget{Context: t.Context()}
	b.begin(0)
	if _, ok := b.Deadline(); ok || b.Err() != nil {
		t.Error("a budget without limit ends")
	}
	old := b.state.Load()
	b.end(old, overDeadline)
	if !errors.Is(b.Err(), context.DeadlineExceeded) {
		t.Error(b.Err())
	}
	b.begin(1e12)
	b.end(old, overStopped)
	if _, ok := b.Deadline(); !ok || b.Err() != nil {
		t.Errorf("an end that came too late hit the next puzzle: %v", b.Err())
	}
	b.end(b.state.Load(), overStopped)
	if <-b.Done(); !errors.Is(b.Err(), context.Canceled) {
		t.Error(b.Err())
	}
}

func TestAContextDerivedFromABudgetEndsWithIt(t *testing.T) {
	b := &budget{Context: t.Context()}
	b.begin(0)
	ctx, cancel := context.WithCancel(b)
	defer cancel()
	b.end(b.state.Load(), overDeadline)
	<-ctx.Done()
	if !errors.Is(ctx.Err(), context.DeadlineExceeded) || !b.asked.Load() {
		t.Error(ctx.Err())
	}
}

func TestTheHotPathOfABudgetDoesNotAllocate(t *testing.T) {
	b := &budget{Context: t.Context()}
	if n := testing.AllocsPerRun(100, func() {
		b.begin(1e9)
		if b.Err() != nil {
			t.Fatal(b.Err())
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
