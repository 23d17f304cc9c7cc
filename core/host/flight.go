package host

import (
	"slices"
	"time"

	"github.com/sudokuctl/sudokuctl/core/host/internal/process"
)

// tally goes through the rows of a message: to which batch they belong, how many are final and what they
// cost.
type tally struct {
	flow  *flow
	proc  *process.Process
	batch *batch
	done  int
	cost  time.Duration
}

// locate finds the batch and the place in it of a number of the stream.
func (t *tally) locate(seq uint64) (place int, ok bool) {
	if t.batch != nil {
		if place, ok = t.batch.holds(seq); ok {
			return place, true
		}
		t.settle()
	}
	if t.batch = t.flow.find(seq); t.batch == nil {
		return 0, false
	}
	return t.batch.holds(seq)
}

// count takes down a final answer.
func (t *tally) count(place int, self time.Duration) {
	t.batch.answered[place] = true
	t.batch.left--
	t.done++
	t.cost += self
}

// settle tells the flow what has been counted.
func (t *tally) settle() {
	if t.done > 0 {
		t.flow.settle(t.batch, t.done, t.cost)
		t.proc.Answered(t.done)
	}
	t.done, t.cost = 0, 0
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

// settle takes down that count puzzles of b have been answered, at a cost of self for all of them.
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
