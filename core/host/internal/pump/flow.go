package pump

import (
	"slices"
	"sync"
	"time"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

const (
	inFlight    = 8                     // batches that the plugin has not answered
	readyLimit  = 2                     // full batches that wait to be sent
	openLimit   = 8                     // geometries whose batches are being filled
	firstSize   = 16                    // puzzles in a batch before anything is known of their cost
	batchTime   = 20 * time.Millisecond // what a batch should cost: slow puzzles travel in small batches
	windowLimit = 16                    // batches' worth of answers held back for the sake of order
	refusalRoom = 1000                  // puzzles that the plugin does not take and that wait to be delivered
)

// outlet is what batches leave by: a stream to a plugin.
type outlet interface {
	Send(first uint64, puzzles []*sudoku.Puzzle) error
	shut() // nothing more is sent
}

// flow is what is between the input and the plugin: batches being filled, waiting, in flight, the suspects left by a
// process that died, and the puzzles that the plugin does not take. Its size does not depend on the length of the
// input.
type flow struct {
	maxBatch, maxFlight, workers int
	window                       uint64 // puzzles that may be read ahead of what was delivered in order, 0 = any number

	mu       sync.Mutex
	changed  *sync.Cond // wakes who reads the input, who sends, and who waits until nothing is being sent
	out      outlet     // of the stream, nil if there is none
	sending  bool       // to out
	stopping bool       // nothing more is to be sent in this stream
	next     uint64     // number of the next puzzle in the stream
	open     []*batch   // oldest first
	ready    []*batch
	flight   []*batch
	past     []*batch // the last ones answered, kept to recognise double answers
	suspects []entry  // to be sent one at a time
	refused  []entry  // to be delivered without being sent
	size     int      // puzzles wanted in a batch
	pending  int      // puzzles in flight
	read     uint64   // puzzles taken from the input
	passed   uint64   // puzzles delivered in order
	ended    bool     // the input has
	closed   bool     // the caller has gone
}

// newFlow returns the state of a stream before its first batch, which is small so that the plugin begins at once.
func newFlow(o Options) *flow {
	f := &flow{maxBatch: o.Batch, workers: o.Workers, size: min(firstSize, o.Batch), maxFlight: max(inFlight, 2*o.Workers)}
	if o.Ordered {
		f.window = uint64(windowLimit * o.Batch)
	}
	f.changed = sync.NewCond(&f.mu)
	return f
}

// put takes a puzzle of the input, which is sent if it fits the plugin. It blocks while there is no room and returns
// false when the caller has gone.
func (f *flow) put(e entry, fits bool) bool {
	f.mu.Lock()
	for !f.closed && !f.hasRoom() {
		f.changed.Wait()
	}
	if f.closed {
		f.mu.Unlock()
		return false
	}
	e.index = f.read
	f.read++
	full := false
	if fits {
		b := f.opened(e)
		b.add(e)
		if full = b.len() >= min(f.size, b.most); full {
			f.fill(b)
		}
	} else {
		f.refused = append(f.refused, e)
	}
	if full || f.pending < f.workers {
		f.changed.Broadcast()
	}
	f.mu.Unlock() // not deferred: this is called for every puzzle
	return true
}

// hasRoom reports whether another puzzle may be read.
func (f *flow) hasRoom() bool {
	return len(f.ready) < readyLimit && len(f.refused) < refusalRoom && (f.window == 0 || f.read-f.passed < f.window)
}

// opened returns the batch that is being filled with puzzles of e's geometry.
func (f *flow) opened(e entry) *batch {
	for _, b := range f.open {
		if b.geometry() == e.puzzle.Geometry() {
			return b
		}
	}
	if len(f.open) >= openLimit {
		f.fill(f.open[0])
	}
	b := &batch{most: mostOf(e.puzzle.Geometry())}
	b.grow(min(f.size, b.most))
	f.open = append(f.open, b)
	return b
}

// fill moves an open batch to the ready ones.
func (f *flow) fill(b *batch) {
	f.open = slices.DeleteFunc(f.open, func(o *batch) bool { return o == b })
	f.ready = append(f.ready, b)
}

// mostOf returns how many puzzles of a geometry a message may have.
func mostOf(g *sudoku.Geometry) int { return max(1, batchBytes/g.Cells()) }

// do changes something, and has all who wait look at it.
func (f *flow) do(change func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	change()
	f.changed.Broadcast()
}

// end records that the input has ended.
func (f *flow) end() { f.do(func() { f.ended = true }) }

// pass records that the answers before the puzzle of an index have been delivered.
func (f *flow) pass(index uint64) { f.do(func() { f.passed = index }) }

// stopSending has nothing more sent in this stream.
func (f *flow) stopSending() { f.do(func() { f.stopping = true }) }

// shut wakes all that wait: the caller has gone.
func (f *flow) shut() { f.do(func() { f.closed = true }) }

// suspect has puzzles sent before all others in the next stream, one at a time.
func (f *flow) suspect(puzzles []entry) {
	f.do(func() { f.suspects = append(slices.Clone(puzzles), f.suspects...) })
}

// takeRefused takes out the puzzles that are to be delivered without being sent.
func (f *flow) takeRefused() (refused []entry) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if refused, f.refused = f.refused, nil; len(refused) > 0 {
		f.changed.Broadcast()
	}
	return refused
}

// connect has batches leave by out.
func (f *flow) connect(out outlet) {
	f.do(func() { f.out, f.next, f.sending, f.stopping = out, 0, true, false })
	go f.send(out)
}

// send sends batches to a stream, and shuts it when no more come, until it breaks or is disconnected.
func (f *flow) send(out outlet) {
	f.mu.Lock()
	defer f.mu.Unlock()
	defer f.changed.Broadcast()
	defer func() { f.sending = false }()
	for f.out != nil {
		switch {
		case !f.stopping && f.canSend():
			b := f.choose()
			b.depart(f.next)
			f.next += uint64(b.len())
			f.flight = append(f.flight, b)
			f.pending += b.len()
			f.changed.Broadcast() // there may be room
			if f.unlocked(func() error { return out.Send(b.first, b.puzzles) }) != nil {
				return // the receiver sees what is wrong with it
			}
		case f.stopping || f.drained() || f.onlyRefused():
			_ = f.unlocked(func() error { out.shut(); return nil })
			return
		default:
			f.changed.Wait()
		}
	}
}

// unlocked calls something that may take long.
func (f *flow) unlocked(call func() error) error {
	f.mu.Unlock()
	defer f.mu.Lock()
	return call()
}

// drained reports whether the input has ended and everything is answered.
func (f *flow) drained() bool {
	return f.ended && len(f.suspects)+len(f.ready)+len(f.open)+f.pending == 0
}

// onlyRefused reports whether puzzles wait to be delivered while nothing comes from the plugin. The receiver waits for
// the stream, so that the stream has to end.
func (f *flow) onlyRefused() bool {
	return len(f.refused) > 0 && f.pending == 0 && !f.canSend()
}

// canSend reports whether there is a batch that may be sent now. Suspects go alone: the one that is in flight when the
// process dies is the one that kills it.
func (f *flow) canSend() bool {
	switch {
	case f.closed:
		return false
	case len(f.suspects) > 0:
		return f.pending == 0
	case len(f.flight) >= f.maxFlight && !f.ended: // what is left at the end is little, and goes at once
		return false
	}
	return len(f.ready) > 0 || len(f.open) > 0 && (f.ended || f.pending < f.workers)
}

// choose takes out the batch to be sent next.
func (f *flow) choose() *batch {
	if len(f.suspects) > 0 {
		b := &batch{alone: true}
		b.add(f.suspects[0])
		f.suspects = f.suspects[1:]
		return b
	}
	if len(f.ready) == 0 {
		f.fill(f.open[0])
	}
	b := f.ready[0]
	f.ready = slices.Delete(f.ready, 0, 1)
	return b
}

// find returns the batch in flight, or one answered lately, that holds a number of the stream.
func (f *flow) find(seq uint64) *batch {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, batches := range [2][]*batch{f.flight, f.past} {
		for _, b := range batches {
			if _, ok := b.holds(seq); ok {
				return b
			}
		}
	}
	return nil
}

// settle records that count puzzles of b have been answered, at a cost of self for all of them.
func (f *flow) settle(b *batch, count int, self time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	defer f.changed.Broadcast()
	f.pending -= count
	f.resize(self / time.Duration(count))
	if b.left == 0 {
		f.flight = slices.DeleteFunc(f.flight, func(o *batch) bool { return o == b })
		f.past = append(f.past, b)
		f.past = slices.Delete(f.past, 0, max(0, len(f.past)-inFlight))
	}
}

// resize adapts the size of batches to the cost of a puzzle. A batch grows to double at most, and shrinks at once.
func (f *flow) resize(cost time.Duration) {
	wanted := f.maxBatch
	if cost > 0 {
		wanted = max(1, min(wanted, int(batchTime/cost)))
	}
	f.size = min(wanted, 2*f.size)
}

// recall ends the stream on this side, when what is being sent has gone: nothing more is sent, and what is in flight
// without an answer is returned. alone says that it is a single puzzle that had been sent alone.
func (f *flow) recall() (lost []entry, alone bool) {
	f.disconnect()
	f.mu.Lock()
	defer f.mu.Unlock()
	for f.sending {
		f.changed.Wait()
	}
	for _, b := range f.flight {
		lost = b.unanswered(lost)
		alone = b.alone
	}
	f.flight, f.past, f.pending = nil, nil, 0
	return lost, alone
}

// disconnect has no more batches leave.
func (f *flow) disconnect() { f.do(func() { f.out = nil }) }

// finished reports whether everything has been sent or refused.
func (f *flow) finished() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.ended && len(f.suspects)+len(f.ready)+len(f.open)+len(f.refused) == 0
}

// busy reports whether the plugin owes an answer.
func (f *flow) busy() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.pending > 0
}
