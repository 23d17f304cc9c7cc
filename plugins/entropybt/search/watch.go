package search

import "context"

// watch counts the decisions of a search and looks at its context now and then.
type watch struct {
	ctx   context.Context
	steps int64
	err   error // ctx.Err() once it was seen
}

// watchEvery is how many decisions pass between two looks; a power of two.
const watchEvery = 32

func newWatch(ctx context.Context) watch { return watch{ctx: ctx} }

// step counts a decision and reports whether the search may go on.
func (w *watch) step() bool {
	w.steps++
	if w.steps&(watchEvery-1) == 0 {
		w.over()
	}
	return w.err == nil
}

// over looks at the context and reports whether it is done.
func (w *watch) over() bool {
	if w.err == nil {
		w.err = w.ctx.Err()
	}
	return w.err != nil
}
