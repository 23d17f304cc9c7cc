package plugin

import (
	"context"
	"fmt"
	"math"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sudokuctl/sudokuctl/core/internal/wire"
	"github.com/sudokuctl/sudokuctl/core/spec"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// maxMessage is how many bytes of solutions and traces a message holds before it is sent, partMessage how many a part
// of an answer.
const (
	maxMessage  = 96 << 10
	partMessage = 32 << 10
)

// solving is the task of a worker of a Solve stream.
type solving struct {
	pool    *pool
	worker  *worker
	stream  *wire.PluginStream
	session *session
	make    func() (sudoku.Solver, error) // with the settings of the stream
	solver  sudoku.Solver
	seeder  sudoku.Seeder // the solver, if it uses random numbers
	answers wire.Answers
	emit    func(sudoku.Grid) bool // takes a solution of the puzzle under way

	seq          uint64 // of the puzzle under way
	mark         int    // where its solutions begin
	cells        int    // of each
	misfit       error  // a grid of another size was emitted
	limit        uint64
	count, total uint64 // solutions since the part before, solutions
	asked        bool   // emit has returned false
	away         int64  // ns spent sending
	share        int64  // ns that Begin took for each puzzle of the run
	curves       curves
	unwanted     unwanted
	stats        sudoku.Stats // what the solver returned
}

// solve serves the Solve call with a solver for each worker.
func (s *session) solve(stream *wire.PluginStream) error {
	spec, settings := s.current()
	return serveStream(stream, &spec.Info, func(c *pool, w *worker) (task, error) {
		v := &solving{pool: c, worker: w, stream: stream, session: s, limit: uint64(c.options.Limit)}
		if v.limit == 0 {
			v.limit = math.MaxUint64
		}
		v.emit = v.take
		v.make = func() (sudoku.Solver, error) { return spec.Solver(settings) }
		return v, v.equip()
	})
}

// equip makes the solver, again after a panic.
func (v *solving) equip() (err error) {
	v.solver, err = v.make()
	if err != nil {
		return err
	}
	v.seeder, _ = v.solver.(sudoku.Seeder)
	if t, ok := v.solver.(sudoku.Tracer); ok && v.pool.options.Trace {
		t.Trace(v.curves.add)
	}
	if l, ok := v.solver.(spec.Limiter); ok {
		l.Limit(v.pool.options.Limit)
	}
	return nil
}

// start begins a new message of answers.
func (v *solving) start(first uint64) { v.answers.Reset(first) }

// full reports whether the message is large enough to be sent.
func (v *solving) full() bool { return v.answers.Size() >= maxMessage }

// send sends the message of answers.
func (v *solving) send() error { return v.stream.Send(&v.answers) }

// work solves one puzzle, or records why it is skipped.
func (v *solving) work(ctx context.Context, seq uint64, p *sudoku.Puzzle, skip error) {
	v.seq, v.count, v.total, v.asked, v.away, v.mark = seq, 0, 0, false, 0, len(v.answers.Grids)
	v.cells, v.misfit = len(p.Givens()), nil
	if skip != nil {
		ending, text := wire.EndingOf(skip, false)
		v.answers.Add(ending, 0, &sudoku.Stats{}, text)
		return
	}
	if v.seeder != nil {
		v.seeder.Seed(spec.SeedOf(v.pool.options.Seed, p))
	}
	v.curves.reset()
	begin := v.worker.watch.start()
	err := v.solve(ctx, p)
	took := v.worker.watch.stop(begin)
	if v.asked {
		v.unwanted.end()
	}
	v.stats.Elapsed = time.Duration(max(0, took-v.away) + v.share)
	if err == nil && !v.asked {
		err = ctx.Err() // a solver that hides its interruption has proved nothing
	}
	if v.misfit != nil {
		err = v.misfit
	}
	ending, text := wire.EndingOf(err, v.asked)
	v.answers.Trace(v.curves.series)
	v.answers.Add(ending, v.count, &v.stats, text)
}

// runTime returns how long a worker works on its puzzles before it sends the answers.
func (v *solving) runTime() time.Duration {
	if _, ok := v.solver.(spec.BatchSolver); ok {
		return batchTime
	}
	return runTime
}

// prepare shows a BatchSolver the puzzles of a run, for no longer than the budget of one: a host that hears nothing for
// longer takes the plugin for hung. After a panic the solver is made anew, and solves each puzzle without preparation.
func (v *solving) prepare(j *job, from, to int) {
	v.share = 0
	b, ok := v.solver.(spec.BatchSolver)
	if !ok {
		return
	}
	var puzzles []*sudoku.Puzzle
	for i := from; i < to; i++ {
		if p := j.Batch.Puzzle(i, new(sudoku.Slot)); v.pool.skips(j.Batch.First+uint64(i), p) == nil {
			puzzles = append(puzzles, p)
		}
	}
	if len(puzzles) == 0 {
		return
	}
	ctx, cancel := v.worker.budget.Load().Context, context.CancelFunc(func() {})
	if budget := v.pool.options.Timeout; budget > 0 {
		ctx, cancel = context.WithTimeout(ctx, budget)
	}
	defer cancel()
	begin := v.worker.watch.start()
	defer func() {
		if r := recover(); r != nil {
			_ = v.session.panicked(v.seq, r, debug.Stack()) // Solve reports what goes wrong with a puzzle
			_ = v.equip()
		}
		v.share = v.worker.watch.stop(begin) / int64(len(puzzles))
	}()
	b.Begin(ctx, puzzles)
}

// solve calls the solver. A panic becomes the puzzle's error, and the solver is made anew.
func (v *solving) solve(ctx context.Context, p *sudoku.Puzzle) (err error) {
	defer func() {
		if r := recover(); r != nil {
			v.stats = sudoku.Stats{}
			err = v.session.panicked(v.seq, r, debug.Stack())
			if made := v.equip(); made != nil {
				err = fmt.Errorf("%w; making the solver anew: %w", err, made)
			}
		}
	}()
	v.stats, err = v.solver.Solve(ctx, p, v.emit)
	return err
}

// take is the emit that solvers see. It also ends a search that emits forever without a look at its context.
func (v *solving) take(g sudoku.Grid) bool {
	if v.asked || v.worker.budget.Load().Err() != nil {
		return false
	}
	if len(g) != v.cells {
		v.misfit, v.asked = fmt.Errorf("a grid of %d cells was emitted for a puzzle of %d", len(g), v.cells), true
		return false
	}
	v.count++
	v.total++
	v.answers.Grids = append(v.answers.Grids, g...)
	if v.asked = v.total >= v.limit; v.asked {
		v.unwanted.begin(v.pool.ticks.Load())
	}
	if !v.asked && (len(v.answers.Grids)-v.mark >= partMessage || v.worker.due()) {
		v.part()
	}
	return !v.asked
}

// part sends what has been found of the puzzle under way.
func (v *solving) part() {
	begin := clock()
	v.answers.Add(wire.Part, v.count, &sudoku.Stats{}, "")
	v.worker.send()
	v.answers.Reset(v.seq)
	v.count, v.mark = 0, 0
	v.away += clock() - begin
}

// patience is how many ticks a solver has to return after emit returned false, before the host gets what it found.
const patience = 10

// unwanted is the rest of a search after emit returned false. The solver should return, and its solutions are sent when
// it does. If it does not, the host gets what was found all the same and can end the process, which a plugin cannot do
// to itself.
type unwanted struct {
	since atomic.Int64 // the tick in which emit returned false and one, 0 for none
	mu    sync.Mutex   // held while rows are sent
}

// begin records since when nobody wants more of the current puzzle.
func (u *unwanted) begin(tick int64) { u.since.Store(tick + 1) }

// end records that the solver has returned; nobody else has the rows from now on.
func (u *unwanted) end() {
	if u.since.Swap(0) != 0 {
		return
	}
	u.mu.Lock() // the rows are being sent
	defer u.mu.Unlock()
}

// sendOverdue sends what a solver has found that should have returned, once. It may block, as sending does.
func (v *solving) sendOverdue() {
	v.unwanted.mu.Lock()
	defer v.unwanted.mu.Unlock()
	if v.unwanted.since.Swap(0) != 0 {
		v.part()
	}
}

// checkOverdue reports a puzzle to the host if its search goes on though nobody wants more.
func (v *solving) checkOverdue(tick int64) {
	if since := v.unwanted.since.Load(); since > 0 && tick >= since+patience {
		go v.sendOverdue()
	}
}

// grading is the task of a worker of a Grade stream.
type grading struct {
	pool    *pool
	worker  *worker
	stream  *wire.PluginStream
	session *session
	renew   func() (sudoku.Grader, error) // with the settings of the stream
	grader  sudoku.Grader
	answers wire.Answers
}

// grade serves the Grade call with a grader for each worker.
func (s *session) grade(stream *wire.PluginStream) error {
	spec, settings := s.current()
	return serveStream(stream, &spec.Info, func(c *pool, w *worker) (task, error) {
		renew := func() (sudoku.Grader, error) { return spec.Grader(settings) }
		grader, err := renew()
		return &grading{pool: c, worker: w, stream: stream, session: s, renew: renew, grader: grader}, err
	})
}

// prepare does nothing: graders get their puzzles one by one.
func (v *grading) prepare(*job, int, int) {}

// runTime returns how long a worker works on its puzzles before it sends the answers.
func (v *grading) runTime() time.Duration { return runTime }

// checkOverdue does nothing: a grade has no end but the budget's.
func (v *grading) checkOverdue(int64) {}

// start begins a new message of answers.
func (v *grading) start(first uint64) { v.answers.Reset(first) }

// full reports whether the message has enough rows to be sent.
func (v *grading) full() bool { return v.answers.Len() >= maxRun }

// send sends the message of answers.
func (v *grading) send() error { return v.stream.Send(&v.answers) }

// work grades one puzzle, or records why it is skipped.
func (v *grading) work(ctx context.Context, seq uint64, p *sudoku.Puzzle, skip error) {
	if skip != nil {
		ending, text := wire.EndingOf(skip, false)
		v.answers.AddGrades(ending, nil, 0, text)
		return
	}
	if s, ok := v.grader.(sudoku.Seeder); ok {
		s.Seed(spec.SeedOf(v.pool.options.Seed, p))
	}
	begin := v.worker.watch.start()
	grades, err := v.grade(ctx, seq, p)
	self := time.Duration(v.worker.watch.stop(begin))
	ending, text := wire.EndingOf(err, false)
	v.answers.AddGrades(ending, grades, self, text)
}

// grade calls the grader. A panic becomes the puzzle's error, and the grader is made anew.
func (v *grading) grade(ctx context.Context, seq uint64, p *sudoku.Puzzle) (grades []sudoku.Grade, err error) {
	defer func() {
		if r := recover(); r != nil {
			grades, err = nil, v.session.panicked(seq, r, debug.Stack())
			grader, made := v.renew()
			if made != nil {
				err = fmt.Errorf("%w; making the grader anew: %w", err, made)
				return
			}
			v.grader = grader
		}
	}()
	grades, err = v.grader.Grade(ctx, p)
	for _, g := range grades {
		if math.IsNaN(g.Value) || math.IsInf(g.Value, 0) {
			return nil, fmt.Errorf("metric %q: %v is no value; leave out a metric that does not apply", g.Metric, g.Value)
		}
	}
	return grades, err
}

// maxPoints is how many points of a curve are kept; a longer one is thinned out.
const maxPoints = 4096

// maxCurves is how many curves of a puzzle are kept: a message has room for so many full ones.
const maxCurves = 32

// curves collects the traces of one puzzle.
type curves struct {
	series []wire.Series
	stride []int // of how many points one is kept
	seen   []int
}

// reset forgets the traces of the puzzle before.
func (c *curves) reset() { c.series, c.stride, c.seen = c.series[:0], c.stride[:0], c.seen[:0] }

// add takes a point. When a curve is full every second point is dropped, then every second new one is.
func (c *curves) add(t sudoku.Trace) {
	i := c.find(wire.Text(t.Series))
	if i < 0 {
		return
	}
	s := &c.series[i]
	c.seen[i]++
	if (c.seen[i]-1)%c.stride[i] != 0 {
		return
	}
	if len(s.X) == maxPoints {
		for k := range maxPoints / 2 {
			s.X[k], s.Y[k] = s.X[2*k], s.Y[2*k]
		}
		s.X, s.Y = s.X[:maxPoints/2], s.Y[:maxPoints/2]
		c.stride[i] *= 2
	}
	s.X, s.Y = append(s.X, t.X), append(s.Y, t.Y)
}

// find returns the place of a curve, -1 if there is no room for another.
func (c *curves) find(name string) int {
	for i := range c.series {
		if c.series[i].Name == name {
			return i
		}
	}
	if len(c.series) == maxCurves {
		return -1
	}
	c.series = append(c.series, wire.Series{Name: name})
	c.stride, c.seen = append(c.stride, 1), append(c.seen, 0)
	return len(c.series) - 1
}
