package plugin

import (
	"context"
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sudokuctl/sudokuctl/core/internal/wire"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// task is what one worker does: solve or grade. Its rows are sent together.
type task interface {
	// start empties the rows for the answers that begin with sequence number first.
	start(first uint64)
	// work handles a puzzle and adds its row; skip is not nil if the puzzle must not be worked on.
	work(ctx context.Context, seq uint64, p *sudoku.Puzzle, skip error)
	// prepare comes before the puzzles from up to to of a batch, all of which fit the plugin.
	prepare(j *job, from, to int)
	// runTime is what the puzzles that a worker takes at once should cost together.
	runTime() time.Duration
	// checkOverdue sends what a solver has found that should have returned long before tick.
	checkOverdue(tick int64)
	// full reports whether the rows should be sent before another is added.
	full() bool
	// send sends the rows.
	send() error
}

// pool is the workers on the puzzles of one stream.
type pool struct {
	options wire.Options
	info    *sudoku.Info
	queue   *queue
	workers []*worker
	sending sync.Mutex   // a stream takes one message at a time
	broken  atomic.Bool  // the stream is over, whatever is left
	ticks   atomic.Int64 // grows with every flushEvery
}

const maxWorkers = 1024

// receiver is the receiving half of a stream.
type receiver interface {
	Context() context.Context
	Recv(*wire.Request) error
}

// serveStream reads the first message of a stream, makes the workers that it asks for and works until
// all is answered.
func serveStream(in receiver, info *sudoku.Info, newTask func(*pool, *worker) (task, error)) error {
	c := &pool{info: info, queue: newQueue()}
	first := &job{}
	if err := in.Recv(&first.Request); err != nil {
		return endOfStream(err)
	}
	if first.Options != nil {
		c.options = *first.Options
	}
	if err := c.makeWorkers(in.Context(), newTask); err != nil {
		return err
	}
	over := make(chan struct{})
	defer close(over)
	go c.watch(in.Context(), over)
	var team sync.WaitGroup
	for _, w := range c.workers {
		team.Go(w.run)
	}
	err := c.receive(in, first)
	if err != nil {
		c.abort()
	}
	c.queue.close()
	team.Wait()
	return err
}

func endOfStream(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

func (c *pool) makeWorkers(ctx context.Context, newTask func(*pool, *worker) (task, error)) error {
	for range min(max(1, c.options.Workers), maxWorkers) {
		w := &worker{pool: c, want: 1}
		w.budget.Store(&budget{Context: ctx})
		task, err := newTask(c, w)
		if err != nil {
			return err
		}
		w.task = task
		c.workers = append(c.workers, w)
	}
	return nil
}

// receive fills the queue until the host has sent all.
func (c *pool) receive(in receiver, j *job) error {
	for {
		if len(j.Stop) > 0 {
			c.stop(j.Stop)
		}
		if j.Batch != nil {
			c.queue.put(j)
		}
		j = &job{}
		if err := in.Recv(&j.Request); err != nil {
			return endOfStream(err)
		}
	}
}

// stop ends work on some puzzles. A worker that has just begun one of them may have seen no mark, and its number not be seen
// here: the watch looks again.
func (c *pool) stop(seqs []uint64) {
	c.queue.stop(seqs)
	c.endStopped(seqs)
}

// endStopped ends the budgets of puzzles.
func (c *pool) endStopped(seqs []uint64) {
	if len(seqs) == 0 {
		return
	}
	for _, w := range c.workers {
		b := w.budget.Load()
		state := b.state.Load()
		for _, seq := range seqs {
			if number(state) == seq+1 {
				b.end(state, overStopped)
			}
		}
	}
}

// abort ends all work: the host no longer waits for answers. The watch goes on to do so, as after stop.
func (c *pool) abort() {
	c.broken.Store(true)
	c.queue.close()
	c.endAll()
}

// endAll ends the budgets of all puzzles.
func (c *pool) endAll() {
	for _, w := range c.workers {
		b := w.budget.Load()
		b.end(b.state.Load(), overStopped)
	}
}

// send sends a worker's rows.
func (c *pool) send(w *worker) {
	w.sent = c.ticks.Load()
	w.begun = w.sent
	c.sending.Lock()
	err := w.task.send()
	c.sending.Unlock()
	if err != nil {
		c.abort()
	}
}
