package pump

import "github.com/sudokuctl/sudokuctl/core/sudoku"

// delivery hands results to the caller. With a window it restores the order of the input: results that come early
// wait in a ring, which grows to that many places, and the input is not read further ahead than that.
type delivery struct {
	emit    func(label uint64, r sudoku.Result) error
	retract func(label uint64, r sudoku.Result) error // may be nil
	idle    func()                                    // likewise
	flow    *flow
	ring    []waiting // nil = no order
	next    uint64    // index of the next result to leave
}

// firstPlaces is how many places a ring has at first: most calls are for one puzzle, and the ring of a full window
// takes a megabyte.
const firstPlaces = 64

type waiting struct {
	entry  entry
	result sudoku.Result
	filled bool
}

func newDelivery(f *flow, emit, retract func(uint64, sudoku.Result) error, idle func()) delivery {
	o := delivery{emit: emit, retract: retract, idle: idle, flow: f}
	if f.window.most > 0 {
		o.ring = make([]waiting, min(f.window.most, firstPlaces))
	}
	return o
}

// put takes the result of a puzzle; every puzzle has one.
func (o *delivery) put(e entry, r *sudoku.Result) error {
	if o.ring == nil {
		return o.emit(e.label, *r)
	}
	if e.index != o.next {
		*o.slot(e) = waiting{entry: e, result: *r, filled: true}
		return nil
	}
	o.next++
	err := o.emit(e.label, *r)
	for w := o.at(o.next); err == nil && w.filled; w = o.at(o.next) {
		label, result := w.entry.label, w.result
		*w = waiting{}
		o.next++
		err = o.emit(label, result)
	}
	return err
}

// settle lets the input be read further, by as much as has left, and the caller do what can wait until there is nothing to put.
func (o *delivery) settle() {
	if o.ring != nil {
		o.flow.pass(o.next)
	}
	if o.idle != nil {
		o.idle()
	}
}

// replace changes a result that has been put: silently while it waits, by retract if it has left.
func (o *delivery) replace(e entry, r sudoku.Result) error {
	if o.ring != nil && e.index >= o.next {
		o.slot(e).result = r
		return nil
	}
	if o.retract == nil {
		return nil
	}
	return o.retract(e.label, r)
}

// slot returns the place of a result that has not left.
func (o *delivery) slot(e entry) *waiting {
	if ahead := e.index - o.next; ahead >= uint64(len(o.ring)) {
		o.grow(ahead + 1)
	}
	return o.at(e.index)
}

// grow makes room for the next results, at least so many.
func (o *delivery) grow(places uint64) {
	larger := make([]waiting, max(places, min(2*uint64(len(o.ring)), o.flow.window.most)))
	for i := o.next; i < o.next+uint64(len(o.ring)); i++ {
		larger[i%uint64(len(larger))] = *o.at(i)
	}
	o.ring = larger
}

func (o *delivery) at(index uint64) *waiting { return &o.ring[index%uint64(len(o.ring))] }
