package pump

import (
	"slices"
	"time"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

const (
	// DefaultBatch is the largest number of puzzles in a message. The larger a message, the less CPU a puzzle takes;
	// beyond a thousand puzzles of 81 cells little is gained.
	DefaultBatch = 1000
	batchBytes   = 104 << 10 // givens in a message: 1,280 puzzles of 81 cells, 146 of a cube of 729

	// ExecBatch is the same for a program that speaks lines, which may have to be started for each message.
	ExecBatch = 1280
)

// entry is a puzzle on its way.
type entry struct {
	origin
	puzzle *sudoku.Puzzle
}

// origin says where a puzzle comes from.
type origin struct {
	label uint64 // the caller's number
	index uint64 // place in the input
}

// batch is a run of puzzles of one geometry that travel in one message.
type batch struct {
	puzzles  []*sudoku.Puzzle
	origins  []origin // of the puzzles; apart from them, so that the garbage collector has less to look at
	first    uint64   // number of the first puzzle in the stream
	most     int      // puzzles that a message may have
	answered []bool
	left     int
	alone    bool                  // sent with nothing else in flight, to see whether it kills the process
	parts    map[int]*verified     // answers that come in parts, by place in the batch
	told     map[int]time.Duration // when the plugin was told to stop, by place in the batch
}

// geometry returns the geometry that all puzzles of the batch share.
func (b *batch) geometry() *sudoku.Geometry { return b.puzzles[0].Geometry() }

// len returns the number of puzzles.
func (b *batch) len() int { return len(b.puzzles) }

// grow makes room for a number of puzzles.
func (b *batch) grow(n int) {
	b.puzzles, b.origins = slices.Grow(b.puzzles, n), slices.Grow(b.origins, n)
}

// add appends a puzzle with its place in the input.
func (b *batch) add(e entry) {
	b.puzzles = append(b.puzzles, e.puzzle)
	b.origins = append(b.origins, e.origin)
}

// entry returns the puzzle at a place, to send it again in another batch.
func (b *batch) entry(place int) entry { return entry{b.origins[place], b.puzzles[place]} }

// depart numbers the puzzles of the batch for a stream.
func (b *batch) depart(first uint64) {
	b.first, b.left, b.answered = first, b.len(), make([]bool, b.len())
}

// holds returns the place of a number of the stream in the batch.
func (b *batch) holds(seq uint64) (place int, ok bool) {
	return int(seq - b.first), seq >= b.first && seq-b.first < uint64(b.len())
}

// unanswered appends the entries without an answer.
func (b *batch) unanswered(to []entry) []entry {
	for i, answered := range b.answered {
		if !answered {
			to = append(to, b.entry(i))
		}
	}
	return to
}

// delivery hands results to the caller, in the order of the input if that is wanted: results that come early wait.
type delivery struct {
	emit    func(label uint64, r sudoku.Result) error
	retract func(label uint64, r sudoku.Result) error // may be nil
	idle    func()                                    // likewise
	flow    *flow
	ordered bool
	ring    []waiting // as long as the window of the flow
	next    uint64    // index of the next result to leave
}

// waiting is a result that came before those of earlier puzzles, in the ring of an ordered delivery.
type waiting struct {
	label  uint64
	result sudoku.Result
	filled bool
}

// put takes the result of a puzzle; every puzzle has one.
func (o *delivery) put(e entry, r *sudoku.Result) error {
	if !o.ordered {
		return o.emit(e.label, *r)
	}
	if e.index != o.next {
		if o.ring == nil { // most calls are for one puzzle and never need it
			o.ring = make([]waiting, o.flow.window)
		}
		*o.at(e.index) = waiting{e.label, *r, true}
		return nil
	}
	o.next++
	err := o.emit(e.label, *r)
	for err == nil && o.ring != nil && o.at(o.next).filled {
		w := o.at(o.next)
		o.next++
		err = o.emit(w.label, w.result)
		*w = waiting{}
	}
	return err
}

// at returns the slot of the ring for the puzzle with that number.
func (o *delivery) at(index uint64) *waiting { return &o.ring[index%uint64(len(o.ring))] }

// settle lets the input be read further, by as much as has left, and the caller do what can wait until there is nothing
// to put.
func (o *delivery) settle() {
	if o.ordered {
		o.flow.pass(o.next)
	}
	if o.idle != nil {
		o.idle()
	}
}

// replace changes a result that has been put: silently while it waits, by retract if it has left.
func (o *delivery) replace(e entry, r sudoku.Result) error {
	if o.ordered && e.index >= o.next {
		o.at(e.index).result = r
		return nil
	}
	if o.retract == nil {
		return nil
	}
	return o.retract(e.label, r)
}
