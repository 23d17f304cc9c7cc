package pump

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"math"
	"time"

	"github.com/sudokuctl/sudokuctl/core/internal/wire"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Solve has the plugin solve the puzzles of an input, as Plugin.Solve of package host says.
func Solve(ctx context.Context, p Plugin, input Input, o Options,
	emit func(number uint64, r sudoku.Result) error) error {
	f, a := newFlow(o), &awake{}
	s := &solving{plugin: p, options: o, awake: a}
	m := &pump{
		plugin: p, open: (*wire.Client).Solve, conclude: s.conclude, options: o,
		flow: f, awake: a, delivery: delivery{emit: emit, retract: o.Retract, idle: o.Idle, flow: f, ordered: o.Ordered},
	}
	return m.run(ctx, input)
}

// solving makes Results of the answers of a Solve stream.
type solving struct {
	plugin  Plugin
	options Options
	awake   *awake
	lists   []sudoku.Grid // rooms for one solution each
	once    verified      // of an answer that comes at once: kept here, it costs no allocation
}

// conclude verifies what a row brings. A puzzle whose answer comes in parts is remembered in its batch.
func (s *solving) conclude(b *batch, place int, a *wire.Answer, r *sudoku.Result) progress {
	if s.options.Trace != nil {
		s.trace(b.origins[place].label, a)
	}
	p := b.puzzles[place]
	var gathered *verified
	if b.parts != nil {
		gathered = b.parts[place]
	}
	if gathered == nil && a.Ending != wire.Part {
		s.once = verified{}
		s.once.add(s, p, a)
		s.result(p, &s.once, a, r)
		return final
	}
	if gathered == nil {
		if b.parts == nil {
			b.parts = map[int]*verified{}
		}
		gathered = &verified{since: s.awake.now()}
		b.parts[place] = gathered
	}
	gathered.add(s, p, a)
	if a.Ending == wire.Part {
		if s.options.Progress != nil {
			s.options.Progress(b.origins[place].label, gathered.count)
		}
		return s.demand(gathered)
	}
	delete(b.parts, place)
	s.result(p, gathered, a, r)
	return final
}

// demand reports whether more solutions of a puzzle are wanted.
func (s *solving) demand(found *verified) progress {
	over := s.options.Timeout + s.plugin.Grace
	found.late = found.late || s.options.Timeout > 0 && s.awake.now()-found.since > over
	limit := int64(s.options.Limit)
	if found.late || found.wrong != nil || limit > 0 && found.count >= limit {
		return excess
	}
	return partial
}

// result derives the verdict.
func (s *solving) result(p *sudoku.Puzzle, found *verified, a *wire.Answer, r *sudoku.Result) {
	*r = sudoku.Result{Puzzle: p, Solutions: found.kept, Count: found.count, Err: a.Err, Stats: a.Stats}
	limit := int64(s.options.Limit)
	switch {
	case found.wrong != nil:
	case found.late:
		r.Err = context.DeadlineExceeded
	case limit > 0 && r.Count > limit:
		found.wrong = fmt.Errorf("%d solutions instead of %d", r.Count, limit)
	case a.Ending == wire.Stopped && (limit == 0 || r.Count < limit):
		found.wrong = fmt.Errorf("it stopped after %d solutions, though %d were wanted", r.Count, limit)
	}
	if found.wrong != nil {
		r.Verdict, r.Solutions, r.Count = sudoku.Wrong, nil, 0
		r.Err = fmt.Errorf("plugin %q: %w", s.plugin.ID, found.wrong)
		return
	}
	r.Verdict = sudoku.VerdictOf(int(r.Count), a.Ending == wire.Exhausted, s.plugin.Info.Complete, r.Err)
}

// trace hands on the curves of a row.
func (s *solving) trace(label uint64, a *wire.Answer) {
	for _, curve := range a.Series {
		for i, x := range curve.X[:min(len(curve.X), len(curve.Y))] {
			s.options.Trace(label, sudoku.Trace{Series: curve.Name, X: x, Y: curve.Y[i]})
		}
	}
}

// Grade has the plugin grade the puzzles of an input, as Plugin.Grade of package host says.
func Grade(ctx context.Context, p Plugin, input Input, o Options,
	emit func(number uint64, r sudoku.Result) error) error {
	f := newFlow(o)
	g := &grading{plugin: p, metrics: map[string]sudoku.Metric{}}
	for _, metric := range p.Info.Metrics {
		g.metrics[metric.Name] = metric
	}
	m := &pump{
		plugin: p, open: (*wire.Client).Grade, conclude: g.conclude, options: o, flow: f, awake: &awake{},
		delivery: delivery{emit: emit, idle: o.Idle, flow: f, ordered: o.Ordered},
	}
	return m.run(ctx, input)
}

// grading makes Results of the answers of a Grade stream.
type grading struct {
	plugin  Plugin
	metrics map[string]sudoku.Metric
}

// conclude makes a result of the answer to one puzzle, with a verdict only if it failed.
func (g *grading) conclude(b *batch, place int, a *wire.Answer, r *sudoku.Result) progress {
	*r = sudoku.Result{Puzzle: b.puzzles[place], Grades: a.Grades, Stats: a.Stats, Err: a.Err}
	switch {
	case errors.Is(a.Err, sudoku.ErrUnsupported):
		r.Verdict = sudoku.Unsupported
	case errors.Is(a.Err, context.DeadlineExceeded):
		r.Verdict = sudoku.Timeout
	case errors.Is(a.Err, sudoku.ErrCrashed):
		r.Verdict = sudoku.Crashed
	}
	if err := g.check(a.Grades); err != nil {
		r.Grades, r.Verdict = nil, sudoku.Wrong
		r.Err = fmt.Errorf("plugin %q: %w", g.plugin.ID, err)
	}
	return final
}

// check compares grades with the metrics that the plugin declares.
func (g *grading) check(grades []sudoku.Grade) error {
	for _, grade := range grades {
		metric, declared := g.metrics[grade.Metric]
		if !declared {
			return fmt.Errorf("metric %q is not among those that it declares", grade.Metric)
		}
		if !(grade.Value >= metric.Min && grade.Value <= metric.Max) || math.IsInf(grade.Value, 0) { // NaN too
			return fmt.Errorf("metric %q: %v is not between %v and %v", grade.Metric, grade.Value,
				metric.Min, metric.Max)
		}
	}
	return nil
}

const (
	maxRemembered = 1 << 19 // solutions of one puzzle among which a repetition is noticed

	// keptCells bounds the solutions of one puzzle that are kept: 207,126 of 9×9. An empty grid has more than any
	// memory holds; those beyond are verified and counted.
	keptCells = 16 << 20
)

// verified is what has been found of one puzzle and verified.
type verified struct {
	kept  []sudoku.Grid
	count int64
	wrong error // the first fault; nothing is added after it
	seen  map[uint64]struct{}
	seed  maphash.Seed
	since time.Duration // when the first part came
	late  bool          // parts still came when the time was over
}

// add verifies the grids of a row and copies those that are kept.
func (v *verified) add(s *solving, p *sudoku.Puzzle, a *wire.Answer) {
	cells := p.Geometry().Cells()
	if v.kept == nil && a.Count > 0 { // a list of its own for each puzzle would cost a tenth of the boundary
		if len(s.lists) == 0 {
			s.lists = make([]sudoku.Grid, 256)
		}
		v.kept, s.lists = s.lists[:0:1], s.lists[1:]
	}
	for grids := a.Grids; len(grids) >= cells && v.wrong == nil; grids = grids[cells:] {
		grid := sudoku.Grid(grids[:cells:cells])
		if v.wrong = sudoku.Verify(p, grid); v.wrong != nil {
			return
		}
		if v.repeats(grid) {
			v.wrong = fmt.Errorf("the same solution twice: number %d", v.count+1)
			return
		}
		v.count++
		if len(v.kept) < 2 || !s.options.CountOnly && len(v.kept) < keptCells/cells {
			if s.options.CountOnly && a.Count > 1 { // two of many do not keep the memory of all
				grid = grid.Clone()
			}
			v.kept = append(v.kept, grid)
		}
	}
}

// repeats reports whether a grid was found before, by a 64-bit hash, and remembers it.
func (v *verified) repeats(grid sudoku.Grid) bool {
	if v.count == 0 {
		return false // the next one remembers it
	}
	if v.seen == nil {
		v.seed = maphash.MakeSeed()
		v.seen = map[uint64]struct{}{maphash.Bytes(v.seed, v.kept[0]): {}}
	}
	hash := maphash.Bytes(v.seed, grid)
	if _, repeated := v.seen[hash]; repeated {
		return true
	}
	if len(v.seen) < maxRemembered {
		v.seen[hash] = struct{}{}
	}
	return false
}
