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
)

// flow is what is between the input and the plugin: batches being filled, waiting, in flight, and the
// suspects left by a process that died. Its size does not depend on the length of the input.
type flow struct {
	maxBatch, maxFlight, workers int
	window                       uint64 // 0 = answers need no order
	pace                         *Pace

	mu       sync.Mutex
	toSend   *sync.Cond // wakes the goroutine that sends
	toRead   *sync.Cond // wakes the goroutine that reads the input
	open     []*batch   // oldest first
	ready    []*batch
	flight   []*batch
	past     []*batch // the last ones answered, kept to recognise double answers
	free     []*batch
	suspects []entry // to be sent one at a time
	geometry string  // of the first puzzle
	size     int     // puzzles wanted in a batch
	pending  int     // puzzles in flight
	read     uint64  // puzzles taken from the input
	passed   uint64  // puzzles delivered in order
	ended    bool    // the input has ended
	broken   bool    // no more is to be sent in this stream
	closed   bool    // the caller has gone
}

func newFlow(o Options, pace *Pace) *flow {
	f := &flow{maxBatch: o.Batch, workers: o.Workers, size: min(firstSize, o.Batch), pace: pace}
	f.maxFlight = max(inFlight, 2*o.Workers)
	if o.Ordered {
		f.window = uint64(windowLimit * o.Batch)
	}
	f.toSend, f.toRead = sync.NewCond(&f.mu), sync.NewCond(&f.mu)
	return f
}

// put takes a puzzle of the input. It blocks while there is no room and returns false when the caller has gone.
func (f *flow) put(e entry) bool {
	f.mu.Lock()
	for !f.closed && (len(f.ready) >= readyLimit || f.window > 0 && f.read-f.passed >= f.window) {
		f.toRead.Wait()
	}
	if f.closed {
		f.mu.Unlock()
		return false
	}
	if f.read == 0 {
		f.geometry = e.puzzle.Geometry.String()
		f.size = f.pace.sizeFor(f.geometry, f.maxBatch)
	}
	e.index = f.read
	f.read++
	b := f.opened(e)
	b.add(e)
	if b.len() >= f.size || b.len() >= b.most {
		f.fill(b)
		f.toSend.Signal()
	} else if f.pending < f.workers {
		f.toSend.Signal()
	}
	f.mu.Unlock() // not deferred: this is called for every puzzle
	return true
}

// opened returns the batch that is being filled with puzzles of e's geometry.
func (f *flow) opened(e entry) *batch {
	for _, b := range f.open {
		if b.geometry() == e.puzzle.Geometry {
			return b
		}
	}
	if len(f.open) >= openLimit {
		f.fill(f.open[0])
	}
	b := f.fresh()
	b.most = mostOf(e.puzzle.Geometry)
	b.grow(min(f.size, b.most))
	f.open = append(f.open, b)
	return b
}

func (f *flow) fresh() *batch {
	if n := len(f.free); n > 0 {
		b := f.free[n-1]
		f.free = f.free[:n-1]
		return b
	}
	return &batch{}
}

// fill moves an open batch to the ready ones.
func (f *flow) fill(b *batch) {
	i := slices.Index(f.open, b)
	f.open = slices.Delete(f.open, i, i+1)
	f.ready = append(f.ready, b)
}

// mostOf returns how many puzzles of a geometry a message may have.
func mostOf(g *sudoku.Geometry) int { return max(1, batchBytes/g.Cells()) }

// end records that the input has ended.
func (f *flow) end() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.ended = true
	f.toSend.Signal()
}

// take returns the next batch to be sent with numbers from first, and takes it as sent. It blocks while the
// plugin has enough to do, at the end until all is answered, and returns nil when nothing more is to be sent
// in this stream.
func (f *flow) take(first uint64) *batch {
	f.mu.Lock()
	defer f.mu.Unlock()
	for !f.broken && !f.closed {
		if b := f.choose(); b != nil {
			b.depart(first)
			f.flight = append(f.flight, b)
			f.pending += b.len()
			f.toRead.Signal()
			return b
		}
		if f.ended && len(f.suspects)+len(f.ready)+len(f.open)+f.pending == 0 {
			return nil
		}
		f.toSend.Wait()
	}
	return nil
}

// choose picks a batch that may be sent now. Suspects go alone: the one that is in flight when the process
// dies is the one that kills it.
func (f *flow) choose() *batch {
	if len(f.suspects) > 0 {
		if f.pending > 0 {
			return nil
		}
		b := f.fresh()
		b.add(f.suspects[0])
		b.alone = true
		f.suspects = f.suspects[1:]
		return b
	}
	if len(f.flight) >= f.maxFlight {
		return nil
	}
	if len(f.ready) == 0 && len(f.open) > 0 && (f.ended || f.pending < f.workers) {
		f.fill(f.open[0])
	}
	if len(f.ready) == 0 {
		return nil
	}
	b := f.ready[0]
	f.ready = slices.Delete(f.ready, 0, 1)
	return b
}

// pass records that the answers before the puzzle of an index have been delivered.
func (f *flow) pass(index uint64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.passed = index
	f.toRead.Signal()
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
	f.pending -= count
	f.resize(self / time.Duration(count))
	if b.left == 0 {
		i := slices.Index(f.flight, b)
		f.flight = slices.Delete(f.flight, i, i+1)
		f.retire(b)
	}
	f.toSend.Signal()
}

// resize adapts the size of batches to what a puzzle costs: it grows to double at most, and shrinks at once.
func (f *flow) resize(cost time.Duration) {
	wanted := f.maxBatch
	if cost > 0 {
		wanted = max(1, min(wanted, int(batchTime/cost)))
	}
	f.size = min(wanted, 2*f.size)
}

// retire keeps b among the past ones and recycles the oldest of them.
func (f *flow) retire(b *batch) {
	f.past = append(f.past, b)
	if len(f.past) <= inFlight {
		return
	}
	oldest := f.past[0]
	f.past = slices.Delete(f.past, 0, 1)
	oldest.reset()
	f.free = append(f.free, oldest)
}

// recall ends the stream on this side: nothing more is sent, and what is in flight without an answer is
// returned. alone says that it is a single puzzle that had been sent alone.
func (f *flow) recall() (lost []entry, alone bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, b := range f.flight {
		lost = b.unanswered(lost)
		alone = b.alone
	}
	f.flight, f.past, f.pending, f.broken = nil, nil, 0, true
	f.toSend.Broadcast()
	return lost, alone
}

// stopSending makes take return nil until renew.
func (f *flow) stopSending() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.broken = true
	f.toSend.Broadcast()
}

// keepPace remembers the size of batches for the next input, unless nothing was read.
func (f *flow) keepPace() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.read > 0 {
		f.pace.keep(f.geometry, f.size)
	}
}

// renew prepares for a new stream in which the suspects go first, one at a time. It reports whether anything
// is left to be sent, waiting for the input to bring something or to end.
func (f *flow) renew(suspects []entry) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.suspects = append(slices.Clone(suspects), f.suspects...)
	f.broken = false
}

// finished reports whether everything has been sent.
func (f *flow) finished() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.ended && len(f.suspects)+len(f.ready)+len(f.open) == 0
}

// busy reports whether the plugin owes an answer.
func (f *flow) busy() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.pending > 0
}

// shut wakes all that wait: the caller has gone.
func (f *flow) shut() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.closed = true
	f.toSend.Broadcast()
	f.toRead.Broadcast()
}
