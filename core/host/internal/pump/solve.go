package pump

import (
	"context"
	"fmt"

	"github.com/sudokuctl/sudokuctl/core/host/internal/process"
	"github.com/sudokuctl/sudokuctl/core/internal/wire"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Solve has the plugin solve the puzzles of an input, as Plugin.Solve of package host says.
func Solve(ctx context.Context, p Plugin, input Input, o Options, emit func(number uint64, r sudoku.Result) error) error {
	f, a := newFlow(o), &awake{}
	m := &pump{
		plugin: p, verb: &solving{plugin: p, options: o, awake: a}, options: o,
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

func (s *solving) open(ctx context.Context, p *process.Process) (exchange, error) {
	stream, err := p.Remote.Solve(ctx, s.options.wire())
	if err != nil {
		return nil, err
	}
	return stream, nil
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
