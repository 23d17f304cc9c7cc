package host

// outlet is where results leave. With a window it restores the order of the input: results that come early
// wait in a ring of that many places, and the input is not read further ahead than that.
type outlet[R any] struct {
	emit    func(label uint64, r R) error
	retract func(label uint64, r R) error // nil = nobody wants to know
	flow    *flow
	ring    []waiting[R] // nil = no order
	next    uint64       // index of the next result to leave
}

type waiting[R any] struct {
	entry  entry
	result R
	filled bool
}

func newOutlet[R any](f *flow, emit, retract func(uint64, R) error) outlet[R] {
	o := outlet[R]{emit: emit, retract: retract, flow: f}
	if f.window > 0 {
		o.ring = make([]waiting[R], f.window)
	}
	return o
}

// put takes the result of a puzzle; every puzzle has one.
func (o *outlet[R]) put(e entry, r R) error {
	if o.ring == nil {
		return o.emit(e.label, r)
	}
	*o.slot(e) = waiting[R]{entry: e, result: r, filled: true}
	before := o.next
	for w := o.at(o.next); w.filled; w = o.at(o.next) {
		label, result := w.entry.label, w.result
		*w = waiting[R]{}
		o.next++
		if err := o.emit(label, result); err != nil {
			return err
		}
	}
	if o.next != before {
		o.flow.pass(o.next)
	}
	return nil
}

// replace changes a result that has been put: silently while it waits, by retract when it has left.
func (o *outlet[R]) replace(e entry, r R) error {
	if o.ring != nil && e.index >= o.next {
		o.slot(e).result = r
		return nil
	}
	if o.retract == nil {
		return nil
	}
	return o.retract(e.label, r)
}

func (o *outlet[R]) slot(e entry) *waiting[R] { return o.at(e.index) }

func (o *outlet[R]) at(index uint64) *waiting[R] { return &o.ring[index%uint64(len(o.ring))] }
