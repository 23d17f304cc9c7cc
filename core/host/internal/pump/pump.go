// Package pump moves puzzles to the processes of a plugin in batches, and verified results back to the caller. Package
// host draws the walk of a batch.
package pump

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sudokuctl/sudokuctl/core/host/internal/process"
	"github.com/sudokuctl/sudokuctl/core/host/lifecycle"
	"github.com/sudokuctl/sudokuctl/core/internal/wire"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Plugin describes the plugin that a pump feeds: its declaration, its processes and the patience with them.
type Plugin struct {
	ID             string
	Info           sudoku.Info
	Processes      *process.Supervisor
	Grace, Silence time.Duration // see host.Options
}

// Input calls put for each puzzle until it returns false or the input has ended. Its error says why the input ended
// early.
type Input func(put func(number uint64, p *sudoku.Puzzle) bool) error

// Options say how puzzles are solved or graded. Workers is more than 0.
type Options struct {
	runner.Options
	Batch int // largest number of puzzles in a message
}

// wire returns the options for the plugin.
func (o *Options) wire() wire.Options { return wire.Options{Ask: o.Ask, Trace: o.Trace != nil} }

// progress is how far the answer to a puzzle has come.
type progress uint8

const (
	final   progress = iota // the answer is complete
	partial                 // more is to come
	excess                  // more is to come and is not wanted
)

// stream is a stream to a plugin. gRPC breaks a stream on which something is sent after the sending side was closed.
type stream struct {
	*wire.HostStream

	mu     sync.Mutex // held while something is sent, which may take long
	closed atomic.Bool
}

// stop asks the plugin to end its search for a puzzle, if the stream still takes that.
func (s *stream) stop(seq uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed.Load() {
		_ = s.HostStream.Stop(seq) // the receiver sees what is wrong with the stream
	}
}

// shut closes the sending side: the plugin has to answer what it has, and end.
func (s *stream) shut() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed.Store(true)
	_ = s.CloseSend()
}

// isShut reports whether the stream was closed on this side.
func (s *stream) isShut() bool { return s.closed.Load() }

// pump moves puzzles through a plugin: one goroutine reads the input and sends, and the caller's receives and delivers.
// It outlives the processes that it feeds.
type pump struct {
	plugin  Plugin
	options Options
	// open is the method of the client that begins a stream, which ends with ctx.
	open func(c *wire.Client, ctx context.Context, o wire.Options) (*wire.HostStream, error)
	// conclude makes the result of a row, unless the answer is not complete.
	conclude func(b *batch, place int, row *wire.Answer, result *sudoku.Result) progress
	flow     *flow
	awake    *awake
	delivery delivery
	reading  bool  // the input is being read, or has ended
	stopped  error // what the receiver of the results returned: the end
	fault    error // the first contradiction that came too late to be a result
	unread   error // why the input ended early; to be looked at when the flow has ended
	cut      error // why the rest of the input was not taken; likewise
}

var errNoAnswer = errors.New("no answer")

// run feeds the plugin until the input has ended and everything is answered.
func (m *pump) run(ctx context.Context, input Input) error {
	defer m.startReading(ctx, input) // if there was no stream: the input finds that nobody takes it
	defer m.flow.shut()
	release := context.AfterFunc(ctx, m.flow.shut)
	defer release()
	for !m.flow.finished() {
		proc, err := m.plugin.Processes.Live(ctx)
		if err != nil {
			return err
		}
		if err := m.session(ctx, proc, input); err != nil {
			return err
		}
		if err := m.refuse(); err != nil {
			return err
		}
	}
	return cmp.Or(m.cut, m.fault, m.unread)
}

// startReading has the input read, once there is a stream. Puzzles that were read before would only wait for it.
func (m *pump) startReading(ctx context.Context, input Input) {
	if !m.reading {
		m.reading = true
		go m.read(ctx, input)
	}
}

// read moves the input into the flow. If the pump ends early, the input ends at its next puzzle.
func (m *pump) read(ctx context.Context, input Input) {
	defer m.flow.end()
	m.unread = input(func(number uint64, p *sudoku.Puzzle) bool {
		taken := m.flow.put(entry{origin{label: number}, p}, m.unfit(p) == nil)
		if !taken {
			m.cut = ctx.Err()
		}
		return taken
	})
}

// unfit returns why a puzzle is not sent to the plugin, nil if it is.
func (m *pump) unfit(p *sudoku.Puzzle) error {
	if err := m.plugin.Info.Fits(p); err != nil {
		return err
	}
	return wire.Travels(p)
}

// session is one stream to one process. It returns nil when the stream has come to its end, good or bad, and
// what is left belongs in another one.
func (m *pump) session(ctx context.Context, proc *process.Process, input Input) error {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	opened, err := m.open(proc.Remote, inner, m.options.wire())
	if err != nil {
		return m.recover(ctx, proc, err)
	}
	watch := newWatch(proc, m.flow, m.awake, m.options.Timeout, m.plugin)
	out := &stream{HostStream: opened}
	watch.shut = out.isShut
	go watch.run(inner)
	m.flow.connect(out)
	m.startReading(ctx, input)
	err = m.receive(out, watch)
	if errors.Is(err, io.EOF) && out.isShut() && ctx.Err() == nil {
		lost, _ := m.flow.recall()
		return m.fail(lost, fmt.Errorf("%w: the plugin went on without one", errNoAnswer))
	}
	m.flow.disconnect()
	cancel()
	return m.recover(ctx, proc, err)
}

// receive turns messages into results until the stream ends.
func (m *pump) receive(s *stream, watch *watch) error {
	for {
		watch.listening.Store(true)
		answers, err := s.Recv()
		if err != nil {
			watch.heard()
			return err
		}
		if err := m.refuse(); err != nil {
			return err
		}
		if err := m.message(watch, s, answers); err != nil {
			return err
		}
	}
}

// refuse delivers the puzzles that are not sent: the plugin does not take them, or there is nothing to search.
func (m *pump) refuse() error {
	refused := m.flow.takeRefused()
	if len(refused) == 0 {
		return nil
	}
	defer m.delivery.settle()
	for _, e := range refused {
		r := failed(e.puzzle, sudoku.ErrUnsupported)
		if e.puzzle.Constraints() != nil {
			r.Err = m.unfit(e.puzzle) // which kind of constraints, or what else it is
		}
		if errors.Is(r.Err, wire.ErrNoDigit) {
			r = sudoku.Result{Puzzle: e.puzzle, Verdict: sudoku.Impossible}
		}
		if err := m.deliver(e, &r); err != nil {
			return err
		}
	}
	return nil
}

// message delivers the rows of one message.
func (m *pump) message(watch *watch, s *stream, answers *wire.Answers) error {
	t := tally{flow: m.flow, proc: watch.proc, batch: m.flow.find(answers.First)}
	if t.batch == nil {
		return fmt.Errorf("the plugin answers puzzles %d to %d, which do not wait for an answer", answers.First,
			answers.First+uint64(answers.Len()))
	}
	cells := t.batch.geometry().Cells()
	rows, err := answers.Rows(cells)
	if err != nil {
		return err
	}
	defer t.settle()
	defer m.delivery.settle()
	var result sudoku.Result
	heard := false
	for row := range rows {
		place, ok := t.locate(row.Seq)
		if !ok || t.batch.geometry().Cells() != cells {
			return fmt.Errorf("an answer to puzzle %d, which was not asked", row.Seq)
		}
		if t.batch.answered[place] {
			if err := m.answeredTwice(t.batch.entry(place)); err != nil {
				return err
			}
			continue
		}
		if !heard {
			heard = true
			watch.heard()
		}
		progress := m.conclude(t.batch, place, row, &result)
		if progress == excess {
			m.stopSearch(watch, s, t.batch, place)
		}
		if progress != final {
			continue
		}
		t.count(place, row.Stats.Elapsed)
		if _, told := t.batch.told[place]; told {
			watch.told.Add(-1)
		}
		if err := m.deliver(t.batch.entry(place), &result); err != nil {
			return err
		}
	}
	return nil
}

// tally goes through the rows of a message: to which batch they belong, how many are final and what they cost.
type tally struct {
	flow  *flow
	proc  *process.Process
	batch *batch
	done  int
	cost  time.Duration
}

// locate finds the batch and the place in it of a number of the stream.
func (t *tally) locate(seq uint64) (place int, ok bool) {
	if place, ok = t.batch.holds(seq); ok {
		return place, true
	}
	t.settle()
	if t.batch = t.flow.find(seq); t.batch == nil {
		return 0, false
	}
	return t.batch.holds(seq)
}

// count records a final answer.
func (t *tally) count(place int, self time.Duration) {
	t.batch.answered[place] = true
	t.batch.left--
	t.done++
	t.cost += self
}

// settle reports to the flow what has been counted.
func (t *tally) settle() {
	if t.done > 0 {
		t.flow.settle(t.batch, t.done, t.cost)
		t.proc.Answered(t.done)
	}
	t.done, t.cost = 0, 0
}

// stopSearch tells the plugin to end its search for one puzzle, and kills a process that does not.
func (m *pump) stopSearch(watch *watch, s *stream, b *batch, place int) {
	told, since := b.told[place]
	switch {
	case !since:
		if b.told == nil {
			b.told = map[int]time.Duration{}
		}
		b.told[place] = m.awake.now()
		watch.told.Add(1)
		seq := b.first + uint64(place)
		go s.stop(seq) // sending may block until the plugin's answers are received
	case m.awake.now()-told > m.plugin.Grace:
		watch.proc.Kill(lifecycle.ErrHung, ignoredStop)
	}
}

// deliver hands on a result. An error of the receiver ends everything.
func (m *pump) deliver(e entry, r *sudoku.Result) error {
	m.stopped = m.delivery.put(e, r)
	return m.stopped
}

// answeredTwice records that a puzzle was answered twice. If its result waits for others it is not too late
// to replace it.
func (m *pump) answeredTwice(e entry) error {
	why := fmt.Errorf("%w: plugin %q answered %q twice", lifecycle.ErrProtocol, m.plugin.ID,
		cmp.Or(e.puzzle.Name, e.puzzle.String()))
	if m.fault == nil {
		m.fault = why
	}
	m.stopped = m.delivery.replace(e, failed(e.puzzle, why))
	return m.stopped
}

// failed returns the result of a puzzle that got no answer that counts.
func failed(p *sudoku.Puzzle, why error) sudoku.Result {
	r := sudoku.Result{Puzzle: p, Verdict: sudoku.Wrong, Err: why}
	switch {
	case errors.Is(why, sudoku.ErrUnsupported):
		r.Verdict = sudoku.Unsupported
	case errors.Is(why, lifecycle.ErrHung):
		r.Verdict = sudoku.Timeout
	case errors.Is(why, lifecycle.ErrExited):
		r.Verdict = sudoku.Crashed
	}
	return r
}

// fail delivers a failure for each of the entries.
func (m *pump) fail(lost []entry, why error) error {
	defer m.delivery.settle()
	for _, e := range lost {
		r := failed(e.puzzle, why)
		if err := m.deliver(e, &r); err != nil {
			return err
		}
	}
	return nil
}

// recover takes the puzzles in flight from a stream that broke with err. A puzzle that was alone in flight is
// what broke it. Of several, each is sent again alone.
//
// Halving them would find the culprit too, but each half that holds it costs a start and a back-off, a puzzle
// sent alone some microseconds more than in a batch.
func (m *pump) recover(ctx context.Context, proc *process.Process, err error) error {
	lost, alone := m.flow.recall()
	switch {
	case m.stopped != nil:
		return m.stopped
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, sudoku.ErrUnsupported):
		return fmt.Errorf("asking plugin %q: %w", m.plugin.ID, err)
	case errors.Is(err, io.EOF):
		err = errors.New("it ended the stream before everything was sent")
	}
	why := proc.Failed(err)
	m.plugin.Processes.Remove(proc)
	if m.fault == nil && errors.Is(why, lifecycle.ErrProtocol) {
		m.fault = why
	}
	if len(lost) == 1 && (alone || errors.Is(why, lifecycle.ErrHung)) {
		return m.fail(lost, why)
	}
	m.flow.suspect(lost)
	return nil
}
