package plugin

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
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
	c.look(5e8) // as late as on a busy machine
	if after, _ := budgets[0].Deadline(); after != before {
		t.Errorf("the deadline moved by %v", after.Sub(before))
	}
	c.look(5e9)
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

// TestAStopIsSeenOrSees has a puzzle begin and be stopped at the same time: the worker sees the mark, or its budget ends.
func TestAStopIsSeenOrSees(t *testing.T) {
	p := sudoku.MustPuzzle(sudoku.MustGeometry("4"), nil)
	for seq := range uint64(2000) {
		c := &pool{info: &sudoku.Info{}}
		w, b := &worker{pool: c}, &budget{Context: t.Context()}
		w.budget.Store(b)
		c.workers = []*worker{w}
		if seq%2 == 1 {
			b.Done() // so that the worker makes a new budget
		}
		var skips error
		var both sync.WaitGroup
		both.Go(func() { c.stop([]uint64{seq}) })
		both.Go(func() {
			b = w.begin(seq)
			skips = c.skips(seq, p)
		})
		both.Wait()
		if skips == nil && b.Err() == nil {
			t.Fatal("neither has seen the other")
		}
		if c.finish(seq); c.isStopped(seq) {
			t.Fatal("the mark stays")
		}
	}
}
