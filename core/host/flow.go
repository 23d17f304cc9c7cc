package host

import (
	"slices"
	"sync"
	"time"
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
	maxBytes                     int    // of givens in a batch
	window                       uint64 // 0 = answers need no order

	mu       sync.Mutex
	toSend   *sync.Cond // something changed for who sends
	toRead   *sync.Cond // something changed for who reads the input
	open     []*batch   // oldest first
	ready    []*batch
	flight   []*batch
	past     []*batch // the last ones answered, kept to recognise double answers
	free     []*batch
	suspects []entry // to be sent one at a time
	size     int     // puzzles wanted in a batch
	pending  int     // puzzles in flight
	read     uint64  // puzzles taken from the input
	passed   uint64  // puzzles delivered in order
	ended    bool    // the input has ended
	broken   bool    // no more is to be sent in this stream
	closed   bool    // nobody wants anything any more
}

func newFlow(o SolveOptions) *flow {
	f := &flow{maxBatch: o.batch, workers: o.Workers, size: min(firstSize, o.batch)}
	f.maxBytes = batchBytes * max(1, o.batch/DefaultBatch)
	f.maxFlight = max(inFlight, 2*o.Workers)
	if o.Ordered {
		f.window = uint64(windowLimit * o.batch)
	}
	f.toSend, f.toRead = sync.NewCond(&f.mu), sync.NewCond(&f.mu)
	return f
}

// put takes a puzzle of the input. It blocks while there is no room and returns false when nobody wants it.
func (f *flow) put(e entry) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	for !f.closed && (len(f.ready) >= readyLimit || f.window > 0 && f.read-f.passed >= f.window) {
		f.toRead.Wait()
	}
	if f.closed {
		return false
	}
	e.index = f.read
	f.read++
	b := f.opened(e)
	b.add(e)
	if b.len() >= f.sizeFor(b) {
		f.close(b)
		f.toSend.Signal()
	} else if f.pending < f.workers {
		f.toSend.Signal()
	}
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
		f.close(f.open[0])
	}
	b := f.fresh()
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

func (f *flow) close(b *batch) {
	i := slices.Index(f.open, b)
	f.open = slices.Delete(f.open, i, i+1)
	f.ready = append(f.ready, b)
}

// sizeFor returns how many puzzles b shall have.
func (f *flow) sizeFor(b *batch) int {
	return max(1, min(f.size, f.maxBytes/b.geometry().Cells()))
}

// end says that the input has ended.
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
		f.close(f.open[0])
	}
	if len(f.ready) == 0 {
		return nil
	}
	b := f.ready[0]
	f.ready = slices.Delete(f.ready, 0, 1)
	return b
}

// pass says that the answers before the puzzle of an index have been delivered.
func (f *flow) pass(index uint64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.passed = index
	f.toRead.Signal()
}

// shut lets go of everyone who waits.
func (f *flow) shut() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.closed = true
	f.toSend.Broadcast()
	f.toRead.Broadcast()
}
