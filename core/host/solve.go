package host

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/sudokuctl/sudokuctl/core/host/internal/process"
	"github.com/sudokuctl/sudokuctl/core/internal/wire"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Solve has the plugin solve the puzzles of an input and calls emit once for each, with the number that the
// input gave it: as answers come in, or in the order of the input with o.Ordered. Memory does not grow with
// the input.
//
// Every solution is verified against givens, soft clues and houses, several solutions against each other.
// What an emitted Result holds belongs to the receiver. A puzzle that kills the process is Crashed, one that
// takes too long Timeout, one with a wrong or missing answer Wrong; the others are answered all the
// same. A second answer that comes after emit goes to o.Retract.
//
// An error of the input ends it: what came before is answered, then the error is returned. Otherwise the error is
// that of ctx or of emit, or says that the plugin cannot be used any more (ErrQuarantined) or
// that it contradicted itself too late for a Result (ErrProtocol). emit is called by the caller's goroutine,
// the input is iterated by another, which may still wait for its next puzzle when Solve has returned.
func (p *Plugin) Solve(ctx context.Context, puzzles iter.Seq2[Item, error], o SolveOptions,
	emit func(number uint64, r sudoku.Result) error) error {
	o.setDefaults(p.candidate.Kind)
	p.limitWorkers(&o)
	f, a := newFlow(o), &awake{}
	m := &pump[wire.Answer]{
		plugin: p, verb: &solving{plugin: p, options: o, awake: a}, options: o,
		flow: f, awake: a, outlet: newOutlet(f, emit, o.Retract),
	}
	return m.run(ctx, puzzles)
}

// solving makes Results of the answers of a Solve stream.
type solving struct {
	plugin  *Plugin
	options SolveOptions
	awake   *awake
	arena   arena
}

func (s *solving) open(ctx context.Context, p *process.Process) (exchange[wire.Answer], error) {
	stream, err := p.Remote.Solve(ctx, s.options.wire())
	if err != nil {
		return nil, err
	}
	return stream, nil
}

func (s *solving) cost(a *wire.Answer) (uint64, time.Duration) { return a.Seq, a.Stats.Elapsed }

// conclude verifies what a row brings. A puzzle whose answer comes in parts is remembered in its batch.
func (s *solving) conclude(b *batch, place int, a *wire.Answer) (sudoku.Result, progress) {
	s.trace(b.entries[place].label, a)
	p := b.puzzles[place]
	gathered := b.parts[place]
	if gathered == nil && a.Ending != wire.Part {
		var once proven
		once.add(s, p, a)
		return s.result(p, &once, a), final
	}
	if gathered == nil {
		if b.parts == nil {
			b.parts = map[int]*proven{}
		}
		gathered = &proven{since: s.awake.now()}
		b.parts[place] = gathered
	}
	gathered.add(s, p, a)
	if a.Ending == wire.Part {
		if s.options.Progress != nil {
			s.options.Progress(b.entries[place].label, gathered.count)
		}
		return sudoku.Result{}, s.demand(gathered)
	}
	delete(b.parts, place)
	return s.result(p, gathered, a), final
}

// demand tells whether more solutions of a puzzle are wanted.
func (s *solving) demand(found *proven) progress {
	over := s.options.Timeout + s.plugin.host.options.Grace
	found.late = found.late || s.options.Timeout > 0 && s.awake.now()-found.since > over
	limit := int64(s.options.Limit)
	if found.late || found.wrong != nil || limit > 0 && found.count >= limit {
		return excess
	}
	return partial
}

// result derives the verdict.
func (s *solving) result(p *sudoku.Puzzle, found *proven, a *wire.Answer) sudoku.Result {
	r := sudoku.Result{Puzzle: p, Solutions: found.kept, Count: found.count, Stats: a.Stats, Err: a.Err}
	r.Stats.Extra = slices.Clone(a.Stats.Extra)
	limit := int64(s.options.Limit)
	switch {
	case found.wrong != nil:
	case found.late:
		r.Err = context.DeadlineExceeded
	case limit > 0 && r.Count > limit:
		found.wrong = fmt.Errorf("%d solutions where %d were wanted", r.Count, limit)
	case a.Ending == wire.Stopped && (limit == 0 || r.Count < limit):
		found.wrong = fmt.Errorf("it stopped after %d solutions, though %d were wanted", r.Count, limit)
	}
	if found.wrong != nil {
		r.Verdict, r.Solutions, r.Count = sudoku.Wrong, nil, 0
		r.Err = fmt.Errorf("plugin %q: %w", s.plugin.candidate.ID, found.wrong)
		return r
	}
	r.Verdict = sudoku.VerdictOf(int(r.Count), a.Ending == wire.Exhausted, s.plugin.info.Complete, r.Err)
	return r
}

// trace hands on the curves of a row.
func (s *solving) trace(label uint64, a *wire.Answer) {
	if s.options.Trace == nil {
		return
	}
	for _, curve := range a.Series {
		for i, x := range curve.X[:min(len(curve.X), len(curve.Y))] {
			s.options.Trace(label, sudoku.Trace{Series: curve.Name, X: x, Y: curve.Y[i]})
		}
	}
}
