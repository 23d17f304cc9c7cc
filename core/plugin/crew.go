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

// worker is one goroutine of a crew.
type worker struct {
	crew   *crew
	craft  craft
	budget atomic.Pointer[budget]
	seq    atomic.Uint64 // of the puzzle under way
	puzzle sudoku.Puzzle
	want   int   // puzzles to take at once
	begun  int64 // tick when the puzzle under way began, or its last part was sent
	sent   int64 // tick when rows were sent
}

const (
	flushEvery = 100 * time.Millisecond // rows do not wait longer, parts not longer than twice
	runTime    = 4 * time.Millisecond   // what the puzzles of a run should take together
	maxRun     = 1024
	maxWorkers = 1024
)

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

// watch is the one goroutine that looks after the deadlines of all workers. Between two looks it sleeps
// until the earliest deadline, and never longer than a puzzle that begins now may take.
func (c *crew) watch(ctx context.Context) {
	timer := time.NewTimer(c.look())
	defer timer.Stop()
	flush := clock()
	for {
		select {
		case <-ctx.Done():
			c.abort()
			return
		case <-timer.C:
		}
		if now := clock(); now-flush >= int64(flushEvery) {
			flush = now
			c.ticks.Add(1)
		}
		timer.Reset(c.look())
	}
}

// look ends the budgets that are over and returns how long the next look can wait.
func (c *crew) look() time.Duration {
	now, wait := clock(), int64(flushEvery)
	if c.options.Budget > 0 {
		wait = min(wait, int64(c.options.Budget))
	}
	for _, w := range c.workers {
		b := w.budget.Load()
		state := b.state.Load()
		switch d := b.deadline.Load(); {
		case d == 0:
		case d <= now:
			b.end(state, overDeadline)
		default:
			wait = min(wait, d-now)
		}
	}
	return time.Duration(wait)
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

// due reports whether a part of the puzzle under way should be sent: two ticks have passed, so that a quick
// answer is never cut in two.
func (w *worker) due() bool { return w.crew.ticks.Load() >= w.begun+2 }

// run works until the queue is empty and closed.
func (w *worker) run() {
	for {
		j, from, to := w.crew.queue.take(w.want, len(w.crew.workers))
		if j == nil {
			return
		}
		begin := clock()
		w.runThrough(j, from, to)
		each := max(1, (clock()-begin)/int64(to-from))
		w.want = min(8*w.want, max(1, int(int64(runTime)/each)), maxRun)
		w.crew.queue.finish(j, to-from)
	}
}

func (w *worker) runThrough(j *job, from, to int) {
	unfit := !w.crew.info.Takes(j.Batch.Geometry)
	w.craft.start(j.Batch.First + uint64(from))
	for i := from; i < to && !w.crew.broken.Load(); i++ {
		seq := j.Batch.First + uint64(i)
		b := w.begin(seq)
		j.Batch.Puzzle(i, &w.puzzle)
		var skip error
		switch {
		case unfit, len(w.puzzle.Soft) > 0 && !w.crew.info.SoftClues:
			skip = sudoku.ErrUnsupported
		case w.crew.queue.isStopped(j, seq), w.crew.broken.Load():
			skip = context.Canceled
		}
		w.craft.work(b, seq, &w.puzzle, skip)
		w.seq.Store(0)
		if (w.craft.full() || w.crew.ticks.Load() != w.sent) && i+1 < to {
			w.crew.send(w)
			w.craft.start(seq + 1)
		}
	}
	if !w.crew.broken.Load() {
		w.crew.send(w)
	}
}

// begin starts the budget of a puzzle. One that was asked for its channel is not used again: contexts
// derived from it may still look at it.
func (w *worker) begin(seq uint64) *budget {
	b := w.budget.Load()
	if b.asked.Load() {
		b.end(b.state.Load(), overStopped)
		b = &budget{Context: b.Context}
		w.budget.Store(b)
	}
	b.begin(int64(w.crew.options.Budget))
	w.begun = w.crew.ticks.Load()
	w.seq.Store(seq + 1)
	return b
}
