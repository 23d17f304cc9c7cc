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
	growth      = 8                     // how many times as large as the one before a batch at the beginning of an input may be
	leastPiece  = 64                    // puzzles in a piece of a batch at the end of an input
	batchTime   = 20 * time.Millisecond // what a batch should cost: slow puzzles travel in small batches
	windowLimit = 16                    // batches' worth of answers held back for the sake of order
	refusalRoom = 1000                  // puzzles that the plugin does not take and that wait to be delivered
)

// outlet is what batches leave by: a stream to a plugin.
type outlet interface {
	Send(first uint64, puzzles []*sudoku.Puzzle) error
	shut() // nothing more is sent
}

// flow is what is between the input and the plugin: batches being filled, waiting, in flight, the suspects left by a process
// that died, and the puzzles that the plugin does not take. Its size does not depend on the length of the input.
//
// A batch is sent by the goroutine that reads the input, as soon as it is full and the plugin has not too much to do. A goroutine
// of its own for sending would have to be woken for each batch, and would take the second of two processors from the plugin.
// There is one, the helper, only for what is to be sent while the input has nothing to read.
type flow struct {
	maxBatch, maxFlight, workers int
	pace                         *Pace

	mu       sync.Mutex
	toRead   *sync.Cond // wakes the goroutine that reads the input
	rested   *sync.Cond // wakes who waits until nothing is being sent
	stream   streamState
	out      outlet   // of the stream
	next     uint64   // number of the next puzzle in the stream
	open     []*batch // oldest first
	ready    []*batch
	sending  *batch // nil while none is being sent
	flight   []*batch
	past     []*batch // the last ones answered, kept to recognise double answers
	free     []*batch
	suspects []entry // to be sent one at a time
	refused  []entry // to be delivered without being sent
	geometry string  // of the first puzzle
	size     int     // puzzles wanted in a batch
	most     int     // puzzles in a batch so early in the input
	pending  int     // puzzles in flight
	input    inputState
	window   window
	full     bool // so many batches are in flight that the next is sent when half of them are answered
	helping  bool // the helper has been started and has not looked yet
	closed   bool // the caller has gone
}

// streamState is what may be done with the stream to the plugin.
type streamState uint8

const (
	noStream       streamState = iota // there is none
	streamOpen                        // batches may be sent
	streamStopping                    // no more is to be sent, which the stream is yet to be told
	streamOver                        // it has been told, or has failed: nothing can be sent
)

// inputState is what the goroutine that reads the input does.
type inputState uint8

const (
	inputOpen  inputState = iota
	inputWaits            // for room
	inputEnded
)

// window bounds how far the input is read ahead of what was delivered, if the answers keep the order of the input.
type window struct {
	most   uint64 // 0 = answers need no order
	read   uint64 // puzzles taken from the input
	passed uint64 // puzzles delivered in order
}

func (w *window) open() bool { return w.most == 0 || w.read-w.passed < w.most }

func newFlow(o Options, pace *Pace) *flow {
	f := &flow{maxBatch: o.Batch, workers: o.Workers, size: min(firstSize, o.Batch), most: 1, pace: pace}
	f.maxFlight = max(inFlight, 2*o.Workers)
	if o.Ordered {
		f.window.most = uint64(windowLimit * o.Batch)
	}
	f.toRead, f.rested = sync.NewCond(&f.mu), sync.NewCond(&f.mu)
	return f
}

// put takes a puzzle of the input, which is sent if it fits the plugin. It blocks while there is no room and returns false when
// the caller has gone.
func (f *flow) put(e entry, fits bool) bool {
	f.mu.Lock()
	for !f.closed && !f.hasRoom() {
		if f.sendOne() {
			continue
		}
		f.input = inputWaits
		f.move() // what was asked for while a batch was being sent
		f.toRead.Wait()
		f.input = inputOpen
	}
	if f.closed {
		f.mu.Unlock()
		return false
	}
	if f.window.read == 0 {
		f.geometry = e.puzzle.Geometry().String()
		f.size = f.pace.sizeFor(f.geometry, f.maxBatch)
	}
	e.index = f.window.read
	f.window.read++
	full := false
	if fits {
		b := f.opened(e)
		b.add(e)
		if full = b.len() >= f.wanted(b); full {
			f.fill(b)
		}
	} else {
		f.refused = append(f.refused, e)
	}
	if full {
		f.flush()
	} else if f.pending < f.workers {
		f.move()
	}
	f.mu.Unlock() // not deferred: this is called for every puzzle
	return true
}

// hasRoom reports whether another puzzle may be read.
func (f *flow) hasRoom() bool {
	return len(f.ready) < readyLimit && len(f.refused) < refusalRoom && f.window.open()
}

// wanted returns how many puzzles make b full. The first batches are small, so that the plugin need not wait for them.
func (f *flow) wanted(b *batch) int { return min(f.size, f.most, b.most) }

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
	b := f.fresh()
	b.most = mostOf(e.puzzle.Geometry())
	b.grow(f.wanted(b))
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
	f.input, f.full = inputEnded, false // what is left is little, and goes now
	f.flush()
}

// connect has batches leave by out.
func (f *flow) connect(out outlet) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.stream, f.out, f.next, f.full = streamOpen, out, 0, false
	f.move()
}

// disconnect has no more batches leave.
func (f *flow) disconnect() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.stream = noStream
}

// move has somebody do what can be done now. Who is sending does it when the batch is sent.
func (f *flow) move() {
	switch {
	case f.sending != nil || f.stream == noStream || f.stream == streamOver:
	case f.stream == streamStopping || f.drained() || f.onlyRefused():
		f.stream = streamOver
		go f.out.shut()
	case f.input == inputWaits && (f.hasRoom() || f.canSend()):
		f.toRead.Signal()
	case f.input != inputWaits && !f.helping && f.canSend():
		f.helping = true
		go f.help()
	}
}

// help sends what can be sent.
func (f *flow) help() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.helping = false
	f.flush()
}

// flush sends what can be sent now.
func (f *flow) flush() {
	for f.sendOne() {
	}
	f.move()
}

// drained reports whether the input has ended and everything is answered.
func (f *flow) drained() bool {
	return f.input == inputEnded && len(f.suspects)+len(f.ready)+len(f.open)+f.pending == 0
}

// onlyRefused reports whether puzzles wait to be delivered while nothing comes from the plugin. The receiver waits for the stream,
// so that the stream has to end.
func (f *flow) onlyRefused() bool {
	return len(f.refused) > 0 && f.pending == 0 && !f.canSend()
}

// takeRefused takes out the puzzles that are to be delivered without being sent.
func (f *flow) takeRefused() []entry {
	f.mu.Lock()
	defer f.mu.Unlock()
	refused := f.refused
	if f.refused = nil; len(refused) > 0 {
		f.move()
	}
	return refused
}

// canSend reports whether there is a batch that may be sent now. Suspects go alone: the one that is in flight when the process
// dies is the one that kills it.
func (f *flow) canSend() bool {
	switch {
	case f.sending != nil || f.stream != streamOpen || f.closed:
		return false
	case len(f.suspects) > 0:
		return f.pending == 0
	case f.full:
		return false
	}
	return len(f.ready) > 0 || len(f.open) > 0 && (f.input == inputEnded || f.pending < f.workers)
}

// sendOne sends a batch if there is one that may be sent now. Meanwhile f is not locked.
func (f *flow) sendOne() bool {
	if !f.canSend() {
		return false
	}
	b, out := f.choose(), f.out
	b.depart(f.next)
	f.next += uint64(b.len())
	f.flight = append(f.flight, b)
	f.pending += b.len()
	f.full = f.input != inputEnded && len(f.flight) >= f.maxFlight
	f.sending = b
	f.mu.Unlock()
	err := out.Send(b.first, b.puzzles)
	f.mu.Lock()
	f.sending = nil
	switch {
	case f.stream == noStream:
		f.rested.Signal()
	case err != nil:
		f.stream = streamOver // the receiver sees what is wrong with it
	}
	return true
}

// choose takes out the batch to be sent next.
func (f *flow) choose() *batch {
	if len(f.suspects) > 0 {
		b := f.fresh()
		b.add(f.suspects[0])
		b.alone = true
		f.suspects = f.suspects[1:]
		return b
	}
	if len(f.ready) == 0 {
		f.fill(f.open[0])
	}
	f.most = min(growth*f.most, f.maxBatch)
	b := f.ready[0]
	if piece := f.piece(); b.len() > piece {
		return b.cut(piece, f.fresh())
	}
	f.ready = slices.Delete(f.ready, 0, 1)
	return b
}

// piece returns how many puzzles a batch may have: at the end of the input no more than half of what is left, so that there is
// little to do when the last answers come.
func (f *flow) piece() int {
	if f.input != inputEnded {
		return f.maxBatch
	}
	left := 0
	for _, batches := range [2][]*batch{f.ready, f.open} {
		for _, b := range batches {
			left += b.len()
		}
	}
	return max(leastPiece, left/2)
}

// pass records that the answers before the puzzle of an index have been delivered.
func (f *flow) pass(index uint64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.window.passed = index
	f.move()
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
		f.full = f.full && len(f.flight) > f.maxFlight/2
		f.retire(b)
	}
	f.move()
}

// resize adapts the size of batches to what a puzzle costs: it grows to double at most, and shrinks at once.
func (f *flow) resize(cost time.Duration) {
	wanted := f.maxBatch
	if cost > 0 {
		wanted = max(1, min(wanted, int(batchTime/cost)))
	}
	f.size = min(wanted, 2*f.size)
}

// retire keeps b among the past ones and recycles the oldest of them, unless that is still being sent: a plugin may answer what
// it has not got yet.
func (f *flow) retire(b *batch) {
	f.past = append(f.past, b)
	if len(f.past) <= inFlight {
		return
	}
	oldest := f.past[0]
	f.past = slices.Delete(f.past, 0, 1)
	if oldest != f.sending {
		oldest.reset()
		f.free = append(f.free, oldest)
	}
}

// recall ends the stream on this side, when what is being sent has gone: nothing more is sent, and what is in flight without an
// answer is returned. alone says that it is a single puzzle that had been sent alone.
func (f *flow) recall() (lost []entry, alone bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.stream = noStream
	for f.sending != nil {
		f.rested.Wait()
	}
	for _, b := range f.flight {
		lost = b.unanswered(lost)
		alone = b.alone
	}
	f.flight, f.past, f.pending = nil, nil, 0
	return lost, alone
}

// stopSending has nothing more sent in this stream.
func (f *flow) stopSending() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.stream == streamOpen {
		f.stream = streamStopping
	}
	f.move()
}

// keepPace remembers the size of batches for the next input, unless nothing was read.
func (f *flow) keepPace() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.window.read > 0 {
		f.pace.keep(f.geometry, f.size)
	}
}

// suspect has puzzles sent before all others in the next stream, one at a time.
func (f *flow) suspect(puzzles []entry) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.suspects = append(slices.Clone(puzzles), f.suspects...)
}

// finished reports whether everything has been sent or refused.
func (f *flow) finished() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.input == inputEnded && len(f.suspects)+len(f.ready)+len(f.open)+len(f.refused) == 0
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
	f.toRead.Signal()
}
