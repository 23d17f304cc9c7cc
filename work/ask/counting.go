package ask

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/search"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/record"
)

// A count that takes longer than patience is estimated, by dives that take estimating.
const (
	patience   = time.Second
	estimating = time.Second / 2
)

// errInterrupted says of a count that somebody ended it.
var errInterrupted = errors.New("interrupted")

// counting follows the counts of puzzles: those that are not known yet, in order, how far they are, and which takes long.
type counting struct {
	ctx       context.Context // of the call that counts
	progress  work.Progress
	estimated func(*sudoku.Puzzle, record.Estimate)
	dives     sync.WaitGroup

	mu      sync.Mutex
	waiting []runner.Item    // whose counts are to come, the next to be shown first
	found   map[uint64]int64 // solutions so far, by number
	timer   *time.Timer      // of the next to be shown
}

func newCounting(ctx context.Context, progress work.Progress, estimated func(*sudoku.Puzzle, record.Estimate)) *counting {
	c := &counting{ctx: ctx, progress: progress, estimated: estimated, found: map[uint64]int64{}}
	if estimated != nil {
		c.timer = time.AfterFunc(patience, c.late)
		c.timer.Stop()
	}
	return c
}

// begun notes a puzzle that is about to be counted.
func (c *counting) begun(item runner.Item) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiting = append(c.waiting, item)
	if c.timer != nil && len(c.waiting) == 1 {
		c.timer.Reset(patience)
	}
}

// counted notes how many solutions of a puzzle are known.
func (c *counting) counted(number uint64, found int64) {
	c.mu.Lock()
	more := found - c.found[number]
	c.found[number] = found
	c.mu.Unlock()
	c.progress.Report(work.Advanced(more))
}

// ended notes that the count of the next puzzle is known.
func (c *counting) ended() {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.found, c.waiting[0].Number)
	c.waiting = c.waiting[1:]
	if c.timer != nil {
		c.timer.Stop()
		if len(c.waiting) > 0 {
			c.timer.Reset(patience)
		}
	}
}

// interrupted returns what is sure of the counts that are not known: that of the next puzzle, and all that have begun.
func (c *counting) interrupted() (sure []sudoku.Result) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, item := range c.waiting {
		found := c.found[item.Number]
		if i > 0 && found == 0 {
			continue
		}
		verdict := []sudoku.Verdict{sudoku.Unknown, sudoku.Solved, sudoku.Multiple}[min(found, 2)]
		sure = append(sure, sudoku.Result{Puzzle: item.Puzzle, Verdict: verdict, Count: found, Err: errInterrupted})
	}
	return sure
}

// late estimates how many solutions the puzzle has whose count is waited for.
func (c *counting) late() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.waiting) == 0 {
		return
	}
	p := c.waiting[0].Puzzle
	c.dives.Go(func() {
		if e, ok := estimate(c.ctx, p, estimating); ok {
			c.estimated(p, e)
		}
	})
}

// end waits for the estimate that is being made.
func (c *counting) end() {
	c.mu.Lock()
	c.waiting = nil
	c.mu.Unlock()
	c.dives.Wait()
}

// estimate estimates the number of solutions of a puzzle within a time. It is false if no dive came to its end.
func estimate(ctx context.Context, p *sudoku.Puzzle, d time.Duration) (record.Estimate, bool) {
	e, until := search.New(p.Geometry()), time.Now().Add(d)
	e.Late = func() bool { return ctx.Err() != nil || time.Now().After(until) }
	e.Guess = func() bool { return !e.Late() }
	mean, deviation := e.Estimate(p, math.MaxInt, rand.New(rand.NewPCG(1, 2)))
	return record.Estimate{Mean: mean, Low: max(0, mean-2*deviation), High: mean + 2*deviation}, !math.IsInf(deviation, 0)
}
