package plugin

import (
	"context"
	"errors"
	"runtime"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/internal/wire"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// TestTheWatchLooksAgain stops a puzzle, or all work, so that nobody else ends the budget of a puzzle that had just begun.
func TestTheWatchLooksAgain(t *testing.T) {
	const first, begun = 40, 41
	for name, stop := range map[string]func(*pool){
		"stopped": func(c *pool) { c.queue.stop([]uint64{begun}) },
		"aborted": func(c *pool) { c.broken.Store(true) },
	} {
		t.Run(name, func(t *testing.T) {
			g := sudoku.MustGeometry("4")
			c := &pool{queue: newQueue()}
			j := &job{}
			j.Batch = &wire.Batch{Geometry: g, First: first, Givens: make([]byte, 2*g.Cells())}
			c.queue.put(j)
			b := &budget{Context: t.Context()}
			w := &worker{pool: c, task: &grading{}}
			w.budget.Store(b)
			c.workers = []*worker{w}
			b.begin(begun+1, 0)
			stop(c)
			over, ended := make(chan struct{}), make(chan struct{})
			go func() {
				defer close(ended)
				c.watch(t.Context(), over)
			}()
			<-b.Done()
			if !errors.Is(b.Err(), context.Canceled) {
				t.Error(b.Err())
			}
			close(over)
			<-ended
		})
	}
}

// TestTheWatchEndsWithItsStream cancels a stream while a puzzle is under way, and then ends it.
func TestTheWatchEndsWithItsStream(t *testing.T) {
	c := &pool{queue: newQueue()}
	b := &budget{Context: t.Context()}
	w := &worker{pool: c, task: &grading{}}
	w.budget.Store(b)
	c.workers = []*worker{w}
	b.begin(1, 0)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	over, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		c.watch(ctx, over)
	}()
	<-b.Done()
	if !c.broken.Load() {
		t.Error("a stream goes on that was cancelled")
	}
	b.begin(2, 0) // by a worker that has not seen that yet
	for b.Err() == nil {
		runtime.Gosched()
	}
	close(over)
	<-ended
}
