package pump

import "github.com/sudokuctl/sudokuctl/core/sudoku"

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
