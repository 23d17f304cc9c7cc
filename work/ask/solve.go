// Package ask answers questions about puzzles at hand, without a library: their solutions, how many there are and which
// candidates are in one; whether they are valid, unique and minimal; how difficult they are; and how a person solves
// them, step by step. It has new ones made, too, of a difficulty if one is wanted.
package ask

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/search"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/record"
)

// A SolveRequest asks for the solutions of puzzles.
type SolveRequest struct {
	Inputs []*input.Input
	Solver string // id of a plugin, "" for a complete and fast one
	runner.Ask
	CountOnly bool   // how many solutions there are is enough
	Idle      func() // called when every answer that has come was shown; may be nil
	// called with the points of the solver's curves, by name of the puzzle; may be nil
	Trace func(name string, t sudoku.Trace)
	// Estimated is called, by a goroutine of its own, with how many solutions a puzzle about has if counting them takes
	// more than a second; may be nil.
	Estimated func(*sudoku.Puzzle, record.Estimate)
}

// Solve solves puzzles and calls show with each answer in the order of the inputs; an error of show ends the work. A
// puzzle whose givens clash is Invalid, whatever the solver says. If ctx ends a count, show is called with the sure
// part of it. It returns how many records of the inputs were bad.
func Solve(ctx context.Context, env *work.Env, req SolveRequest, progress work.Progress,
	show func(solver sudoku.Info, r *sudoku.Result) error) (bad int, err error) {
	role := work.CompleteSolver
	if req.Solver != "" {
		role = work.Able(sudoku.PowerSolve)
	}
	p, err := env.Pick(ctx, req.Solver, role)
	if err != nil {
		return 0, err
	}
	progress, count := progress.Counting()
	options := runner.Options{Ask: req.Ask, CountOnly: req.CountOnly, Ordered: true, Idle: req.Idle}
	stage := work.Begun{Stage: "solving", PerPuzzle: 1}
	var counts *counting // nil if solutions are wanted
	if req.CountOnly {
		stage = work.Begun{Stage: "counting"}
		counts = newCounting(ctx, progress, req.Estimated)
		defer counts.end()
		options.Progress = counts.counted
	}
	var names *sync.Map // by number, of the puzzles that are being solved; nil if nobody asks
	if req.Trace != nil {
		names = &sync.Map{}
		options.Trace = func(number uint64, t sudoku.Trace) {
			name, _ := names.Load(number)
			req.Trace(name.(string), t)
		}
	}
	defer progress.Stage(stage)()
	info := p.Info()
	err = p.Solve(ctx, items(ctx, req.Inputs, progress, names, counts), options,
		func(number uint64, r sudoku.Result) error {
			if names != nil {
				names.Delete(number)
			}
			if counts != nil {
				counts.ended()
			} else {
				progress.Step()
			}
			if len(r.Solutions) == 0 { // a verified solution rules out that givens clash
				if clash := sudoku.CheckGivens(r.Puzzle); clash != nil {
					r = sudoku.Result{Puzzle: r.Puzzle, Verdict: sudoku.Invalid, Err: clash, Stats: r.Stats}
				}
			}
			r.Err = work.TimedOut(r.Err, req.Timeout)
			if info.Fits(r.Puzzle) != nil {
				return show(work.InfoFor(ctx, p, r.Puzzle), &r)
			}
			return show(info, &r)
		})
	if counts != nil && ctx.Err() != nil {
		for _, r := range counts.interrupted() {
			if shown := show(work.InfoFor(ctx, p, r.Puzzle), &r); shown != nil {
				return count(), shown
			}
		}
	}
	return count(), err
}

// items numbers the puzzles of inputs, keeps their names if there is a map for them, and notes them if they are
// counted.
func items(ctx context.Context, inputs []*input.Input, progress work.Progress, names *sync.Map,
	counts *counting) iter.Seq2[runner.Item, error] {
	return func(yield func(runner.Item, error) bool) {
		number := uint64(0)
		for r, err := range input.Walk(ctx, inputs, progress) {
			item := runner.Item{Number: number + 1, Puzzle: r.Puzzle}
			if err == nil {
				number++
				if counts != nil {
					counts.begun(item)
				}
				if names != nil {
					names.Store(number, r.Puzzle.Name)
				}
			}
			if !yield(item, err) {
				return
			}
		}
	}
}

// TraceRecord is a point of a curve that a solver tells. Its keys are stable.
type TraceRecord struct {
	Name   string  `json:"name"`
	Series string  `json:"series"`
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
}

// A count that takes longer than patience is estimated, by dives that take estimating.
const (
	patience   = time.Second
	estimating = time.Second / 2
)

// errInterrupted says of a count that somebody ended it.
var errInterrupted = errors.New("interrupted")

// counting follows the unfinished counts of puzzles: their order, their progress, and which one takes long.
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

func newCounting(ctx context.Context, progress work.Progress,
	estimated func(*sudoku.Puzzle, record.Estimate)) *counting {
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

// interrupted returns the sure parts of the unfinished counts: of the next puzzle, and of all that have begun.
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

// Race solves puzzles one after the other with several solvers at once and calls show with the first answer to each
// that is proved: by two solutions, or by a complete search. The others are stopped. If none of them proves its
// answer, a solution counts more than none. It returns how many records of the inputs were bad.
func Race(ctx context.Context, env *work.Env, req SolveRequest, solvers []string, progress work.Progress,
	show func(solver sudoku.Info, r *sudoku.Result) error) (bad int, err error) {
	chosen, err := env.Choose(ctx, solvers, sudoku.PowerSolve, nil)
	if err != nil {
		return 0, err
	}
	if len(chosen) < 2 {
		return 0, work.RequestErrorf("a race needs two solvers or more")
	}
	progress, count := progress.Counting()
	defer progress.Stage(work.Begun{Stage: "racing", PerPuzzle: 1})()
	for r, err := range input.Walk(ctx, req.Inputs, progress) {
		if err != nil {
			return count(), err
		}
		best, err := race(ctx, chosen, r.Puzzle, &req)
		if err != nil {
			return count(), err
		}
		progress.Step()
		if err := show(best.info, &best.result); err != nil {
			return count(), err
		}
	}
	return count(), ctx.Err()
}

// finish is where a solver ended in a race.
type finish struct {
	info   sudoku.Info
	result sudoku.Result
	err    error // it could not be asked
}

// proved reports whether an answer needs no other.
func (f *finish) proved(limit int) bool {
	switch f.result.Verdict {
	case sudoku.Unique, sudoku.Impossible, sudoku.Invalid:
		return true
	case sudoku.Multiple:
		return record.CountComplete(f.info, &f.result, limit) || limit > 0 && f.result.Count >= int64(limit)
	case sudoku.Solved:
		return limit == 1
	}
	return false
}

// race asks all plugins for one puzzle.
func race(ctx context.Context, chosen []work.Choice, p *sudoku.Puzzle, req *SolveRequest) (*finish, error) {
	if clash := sudoku.CheckGivens(p); clash != nil {
		return &finish{info: chosen[0].Plugin.Info(), result: sudoku.Result{Puzzle: p, Verdict: sudoku.Invalid, Err: clash}},
			nil
	}
	running, stop := context.WithCancel(ctx)
	defer stop()
	finishes := make(chan finish)
	for _, c := range chosen {
		go func() {
			f := finish{info: c.Plugin.Info()}
			options := runner.Options{Ask: req.Ask, CountOnly: req.CountOnly}
			options.Workers = 1
			f.err = c.Plugin.Solve(running, alone(p), options, func(_ uint64, r sudoku.Result) error {
				r.Err = work.TimedOut(r.Err, req.Timeout)
				f.result = r
				return nil
			})
			finishes <- f
		}()
	}
	var best *finish
	var failed []error
	for range chosen {
		f := <-finishes
		switch {
		case best != nil && best.proved(req.Limit):
		case f.err != nil:
			failed = append(failed, fmt.Errorf("racing with plugin %q: %w", f.info.ID, f.err))
		case best == nil || f.proved(req.Limit) || f.result.Count > best.result.Count:
			best = &f
		}
		if best != nil && best.proved(req.Limit) {
			stop()
		}
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case best == nil:
		return nil, errors.Join(failed...)
	}
	return best, nil
}

// alone is an input of one puzzle.
func alone(p *sudoku.Puzzle) iter.Seq2[runner.Item, error] {
	return func(yield func(runner.Item, error) bool) { yield(runner.Item{Number: 1, Puzzle: p}, nil) }
}
