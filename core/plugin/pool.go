package plugin

import (
	"context"
	"errors"
	"io"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sudokuctl/sudokuctl/core/internal/wire"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

const (
	maxWorkers = 1024
	maxRun     = 1024                  // puzzles that a worker takes at once
	runTime    = 4 * time.Millisecond  // what the puzzles of a run should cost together
	batchTime  = 20 * time.Millisecond // the same for a BatchSolver
)

// task is the work of one worker: it solves or grades. Its rows are sent together.
type task interface {
	// start empties the rows for the answers that begin with sequence number first.
	start(first uint64)
	// prepare is called before the puzzles from up to to of a batch.
	prepare(j *job, from, to int)
	// work handles a puzzle and adds its row; skip is not nil if the puzzle must not be worked on.
	work(ctx context.Context, seq uint64, p *sudoku.Puzzle, skip error)
	// full reports whether the rows should be sent before another is added.
	full() bool
	// send sends the rows.
	send() error
	// runTime returns what the puzzles of a run should cost together.
	runTime() time.Duration
	// checkOverdue sends the solutions of a solver that should have returned long before tick.
	checkOverdue(tick int64)
}

// job is a batch that workers take in runs. next is the first puzzle that is not taken; the pool's mu guards it.
type job struct {
	wire.Request
	next int
}

// pool is the workers of one stream and the puzzles that wait for them. It does not bound its queue: the host knows how
// many batches it has sent without an answer.
type pool struct {
	options wire.Options
	info    *sudoku.Info
	workers []*worker
	sending sync.Mutex   // a stream takes one message at a time
	broken  atomic.Bool  // the stream is over: nobody waits for what is left
	ticks   atomic.Int64 // grows with every flushEvery

	mu      sync.Mutex
	more    sync.Cond // signals jobs and closed
	jobs    []*job    // with puzzles that are not taken
	waiting int       // puzzles not taken
	closed  bool
	stopped atomic.Pointer[[]uint64] // puzzles that the host has stopped and that are not answered; replaced under mu
}

// receiver is the receiving half of a stream.
type receiver interface {
	Context() context.Context
	Recv(*wire.Request) error
}

// serveStream reads the first message of a stream, makes the workers that it asks for and works until all is answered.
func serveStream(in receiver, info *sudoku.Info, newTask func(*pool, *worker) (task, error)) error {
	c, first := &pool{info: info}, &job{}
	c.more.L = &c.mu
	if err := in.Recv(&first.Request); err != nil {
		return endOfStream(err)
	}
	if first.Options != nil {
		c.options = *first.Options
	}
	for range min(max(1, c.options.Workers), maxWorkers) {
		w := &worker{pool: c, want: 1, watch: stopwatch{read: usageOfThread}}
		w.budget.Store(&budget{Context: in.Context()})
		var err error
		if w.task, err = newTask(c, w); err != nil {
			return err
		}
		c.workers = append(c.workers, w)
	}
	defer c.abort() // contexts derived from a budget end with the stream
	defer context.AfterFunc(in.Context(), c.abort)()
	over := make(chan struct{})
	defer close(over)
	go c.watch(over)
	var team sync.WaitGroup
	for _, w := range c.workers {
		team.Go(w.run)
	}
	err := c.receive(in, first)
	if err != nil {
		c.abort()
	}
	c.close()
	team.Wait()
	return err
}

// endOfStream returns nil for the usual end of a stream.
func endOfStream(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// receive queues the puzzles of a stream until the host has sent all.
func (c *pool) receive(in receiver, j *job) error {
	for {
		if len(j.Stop) > 0 {
			c.stop(j.Stop)
		}
		if j.Batch != nil && j.Batch.Len() > 0 {
			c.mu.Lock()
			c.waiting += j.Batch.Len()
			c.jobs = append(c.jobs, j)
			c.mu.Unlock()
			c.more.Broadcast()
		}
		j = &job{}
		if err := in.Recv(&j.Request); err != nil {
			return endOfStream(err)
		}
	}
}

// take returns the puzzles from ≤ i < to of a job: at most want, and a fair share of all that wait. It blocks until
// there are some; nil means that no more come.
func (c *pool) take(want int) (j *job, from, to int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.jobs) == 0 {
		if c.closed {
			return nil, 0, 0
		}
		c.more.Wait()
	}
	j = c.jobs[0]
	share := (c.waiting + len(c.workers) - 1) / len(c.workers)
	from, to = j.next, min(j.next+max(1, min(want, share)), j.Batch.Len())
	j.next = to
	c.waiting -= to - from
	if to == j.Batch.Len() {
		c.jobs = slices.Delete(c.jobs, 0, 1)
	}
	return j, from, to
}

// close says that no more puzzles come.
func (c *pool) close() {
	c.mu.Lock()
	c.closed = true
	c.mu.Unlock()
	c.more.Broadcast()
}

// stop ends work on some puzzles. It marks them before it looks at the budgets, and a worker begins its budget before
// it looks at the marks, so that one of the two sees the other.
func (c *pool) stop(seqs []uint64) {
	c.mu.Lock()
	if marks := c.stopped.Load(); marks != nil {
		seqs = slices.Concat(*marks, seqs)
	}
	c.stopped.Store(&seqs)
	c.mu.Unlock()
	for _, w := range c.workers {
		b := w.budget.Load()
		if state := b.state.Load(); slices.Contains(seqs, number(state)-1) {
			b.end(state, overStopped)
		}
	}
}

// isStopped reports whether the host wants no more of this puzzle.
func (c *pool) isStopped(seq uint64) bool {
	marks := c.stopped.Load()
	return marks != nil && slices.Contains(*marks, seq)
}

// finish forgets the mark of a puzzle that is answered.
func (c *pool) finish(seq uint64) {
	if c.isStopped(seq) {
		c.mu.Lock()
		defer c.mu.Unlock()
		marks := slices.DeleteFunc(slices.Clone(*c.stopped.Load()), func(s uint64) bool { return s == seq })
		c.stopped.Store(&marks)
	}
}

// skips returns why a puzzle must not be worked on, nil if it may be.
func (c *pool) skips(seq uint64, p *sudoku.Puzzle) error {
	switch {
	case c.info.Fits(p) != nil:
		return sudoku.ErrUnsupported
	case c.isStopped(seq), c.broken.Load():
		return context.Canceled
	}
	return nil
}

// abort ends all work: the host no longer waits for answers.
func (c *pool) abort() {
	c.broken.Store(true)
	c.close()
	for _, w := range c.workers {
		b := w.budget.Load()
		b.end(b.state.Load(), overStopped)
	}
}

// worker is one goroutine of a pool.
type worker struct {
	pool   *pool
	task   task
	budget atomic.Pointer[budget]
	watch  stopwatch
	slot   sudoku.Slot
	want   int   // puzzles to take at once
	begun  int64 // tick when the puzzle under way began, or its last part was sent
	sent   int64 // tick when rows were sent
}

// run works until no more puzzles come. It takes as many at once as fit into the time of a run.
func (w *worker) run() {
	for {
		j, from, to := w.pool.take(w.want)
		if j == nil {
			return
		}
		begin := clock()
		runtime.LockOSThread() // for the watch
		w.watch.begin()
		w.runThrough(j, from, to)
		runtime.UnlockOSThread()
		each := max(1, (clock()-begin)/int64(to-from))
		w.want = min(8*w.want, max(1, int(int64(w.task.runTime())/each)), maxRun)
	}
}

// runThrough works on the puzzles from…to of a batch, one after the other.
func (w *worker) runThrough(j *job, from, to int) {
	w.task.start(j.Batch.First + uint64(from))
	w.task.prepare(j, from, to)
	for i := from; i < to && !w.pool.broken.Load(); i++ {
		seq := j.Batch.First + uint64(i)
		b := w.begin(seq)
		p := j.Batch.Puzzle(i, &w.slot)
		w.task.work(b, seq, p, w.pool.skips(seq, p))
		w.pool.finish(seq)
		if (w.task.full() || w.pool.ticks.Load() != w.sent) && i+1 < to {
			w.send()
			w.task.start(seq + 1)
		}
	}
	if !w.pool.broken.Load() {
		w.send()
	}
}

// begin starts the budget of a puzzle. It makes a new one if the last was asked for its channel: contexts derived from
// that may still look at it.
func (w *worker) begin(seq uint64) *budget {
	b := w.budget.Load()
	if b.asked.Load() {
		b.end(b.state.Load(), overStopped)
		b = &budget{Context: b.Context}
		w.budget.Store(b)
	}
	deadline := int64(0)
	if timeout := w.pool.options.Timeout; timeout > 0 {
		deadline = clock() + int64(timeout)
	}
	b.begin(seq+1, deadline)
	w.begun = w.pool.ticks.Load()
	return b
}

// send sends the rows.
func (w *worker) send() {
	w.sent = w.pool.ticks.Load()
	w.begun = w.sent
	w.pool.sending.Lock()
	err := w.task.send()
	w.pool.sending.Unlock()
	if err != nil {
		w.pool.abort()
	}
}

// due reports whether a part of the puzzle under way should be sent: two ticks have passed, so that a quick answer is
// never cut in two.
func (w *worker) due() bool { return w.pool.ticks.Load() >= w.begun+2 }
