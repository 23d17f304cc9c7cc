package plugin

import (
	"context"
	"errors"
	"io"
	"sync"
	"sync/atomic"

	"github.com/sudokuctl/sudokuctl/core/internal/wire"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// craft is what one worker does: solve or grade. Its rows are sent together.
type craft interface {
	// start empties the rows for the answers that begin with sequence number first.
	start(first uint64)
	// work handles a puzzle and adds its row; skip is not nil where the puzzle must not be worked on.
	work(ctx context.Context, seq uint64, p *sudoku.Puzzle, skip error)
	// full reports whether the rows should be sent before another is added.
	full() bool
	// send sends the rows.
	send() error
}

// crew works on the puzzles of one stream.
type crew struct {
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

// serveCrew reads the first message of a stream, makes the workers that it asks for and works until all is
// answered.
func serveCrew(in receiver, info *sudoku.Info, newCraft func(*crew, *worker) (craft, error)) error {
	c := &crew{info: info, queue: newQueue()}
	first := c.queue.blank()
	if err := in.Recv(&first.Request); err != nil {
		return endOfStream(err)
	}
	if first.Options != nil {
		c.options = *first.Options
	}
	if err := c.hire(in.Context(), newCraft); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(in.Context())
	defer cancel()
	go c.watch(ctx)
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

func (c *crew) hire(ctx context.Context, newCraft func(*crew, *worker) (craft, error)) error {
	for range min(max(1, c.options.Workers), maxWorkers) {
		w := &worker{crew: c, want: 1}
		w.budget.Store(&budget{Context: ctx})
		craft, err := newCraft(c, w)
		if err != nil {
			return err
		}
		w.craft = craft
		c.workers = append(c.workers, w)
	}
	return nil
}

// receive fills the queue until the host has sent all.
func (c *crew) receive(in receiver, j *job) error {
	for {
		if len(j.Stop) > 0 {
			c.stop(j.Stop)
		}
		if j.Batch != nil {
			c.queue.put(j)
			j = c.queue.blank()
		}
		if err := in.Recv(&j.Request); err != nil {
			return endOfStream(err)
		}
	}
}

// stop ends work on some puzzles. Marking comes first: a worker that has just begun one looks at the marks
// after it has told its number.
func (c *crew) stop(seqs []uint64) {
	c.queue.stop(seqs)
	for _, w := range c.workers {
		b := w.budget.Load()
		state := b.state.Load()
		for _, seq := range seqs {
			if w.seq.Load() == seq+1 {
				b.end(state, overStopped)
			}
		}
	}
}

// abort ends all work: nobody waits for the answers.
func (c *crew) abort() {
	c.broken.Store(true)
	c.queue.close()
	for _, w := range c.workers {
		b := w.budget.Load()
		b.end(b.state.Load(), overStopped)
	}
}

// send sends a worker's rows.
func (c *crew) send(w *worker) {
	w.sent = c.ticks.Load()
	w.begun = w.sent
	c.sending.Lock()
	err := w.craft.send()
	c.sending.Unlock()
	if err != nil {
		c.abort()
	}
}
