package plugin

import (
	"context"
	"errors"
	"testing"
)

func TestABudgetIsAContextForOnePuzzleAfterAnother(t *testing.T) {
	b := &budget{Context: t.Context()}
	b.begin(1, 0)
	if _, ok := b.Deadline(); ok || b.Err() != nil {
		t.Error("a budget without limit ends")
	}
	old := b.state.Load()
	b.end(old, overDeadline)
	if !errors.Is(b.Err(), context.DeadlineExceeded) {
		t.Error(b.Err())
	}
	b.begin(2, 1e18)
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
	b.begin(1, 0)
	ctx, cancel := context.WithCancel(b)
	defer cancel()
	b.end(b.state.Load(), overDeadline)
	<-ctx.Done()
	if !errors.Is(ctx.Err(), context.DeadlineExceeded) || !b.asked.Load() {
		t.Error(ctx.Err())
	}
}

func TestASuspendedProcessGivesTheTimeBack(t *testing.T) {
	c := &pool{workers: []*worker{{}, {}}}
	budgets := []*budget{{Context: t.Context()}, {Context: t.Context()}}
	for i, w := range c.workers {
		w.budget.Store(budgets[i])
	}
	budgets[0].begin(1, clock()+1e9)
	budgets[1].begin(1, 0)
	before, _ := budgets[0].Deadline()
	c.woken(5e8) // as late as on a busy machine
	if after, _ := budgets[0].Deadline(); after != before {
		t.Errorf("the deadline moved by %v", after.Sub(before))
	}
	c.woken(5e9)
	if after, _ := budgets[0].Deadline(); after.Sub(before) != 5e9 {
		t.Errorf("the deadline moved by %v", after.Sub(before))
	}
	if _, ok := budgets[1].Deadline(); ok {
		t.Error("a budget without limit has got one")
	}
}

func TestTheHotPathOfABudgetDoesNotAllocate(t *testing.T) {
	b := &budget{Context: t.Context()}
	if n := testing.AllocsPerRun(100, func() {
		b.begin(1, 1e18)
		if b.Err() != nil {
			t.Fatal(b.Err())
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
