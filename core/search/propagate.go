package search

import (
	"math/bits"
	"slices"
)

// Propagate fills cells with one candidate and digits with one place in a house, and then strikes locked candidates:
// a digit whose places in a house all lie in another house leaves the rest of that other house. It goes on until
// nothing moves; then the propagators of the clauses whose cells have changed work. It reports whether no contradiction showed.
func (e *Engine) Propagate() bool {
	for {
		switch {
		case len(e.cells) > 0:
			c := e.cells[len(e.cells)-1]
			e.cells = e.cells[:len(e.cells)-1]
			if e.cand[c] == 0 || !e.fill(c, int32(bits.TrailingZeros64(e.cand[c]))) {
				return e.failed(c)
			}
		case len(e.hidden) > 0:
			i := e.hidden[len(e.hidden)-1]
			e.hidden = e.hidden[:len(e.hidden)-1]
			if !e.fillHidden(i) {
				return e.failed(-1)
			}
		case len(e.dirty) > 0:
			i := e.dirty[len(e.dirty)-1]
			e.dirty = e.dirty[:len(e.dirty)-1]
			e.queued[i] = false
			if !e.SinglesOnly && !e.lock(i) {
				return e.failed(-1)
			}
		case e.clauses == nil:
			return true
		default:
			switch waited, alive := e.next(); {
			case !alive:
				return e.failed(-1)
			case !waited:
				return true
			}
		}
	}
}

// failed clears the queues and, where a cell is to blame, adds weight to its houses.
func (e *Engine) failed(cell int32) bool {
	if cell >= 0 {
		e.blame(cell)
	}
	return e.stop()
}

// blame adds weight to a cell that failed, or whose clause did.
func (e *Engine) blame(cell int32) {
	if e.clauses != nil {
		e.clauses.weight[cell]++
		return
	}
	for _, at := range e.frame.inFull[cell] {
		e.weight[at.house]++
	}
}

// stop clears all queues after a contradiction.
func (e *Engine) stop() bool {
	e.clearQueues()
	if e.clauses != nil {
		clear(e.clauses.waiting)
		e.clauses.forget()
	}
	return false
}

// fillHidden fills the only place of a digit in a house; i is house·N + digit.
func (e *Engine) fillHidden(i int32) bool {
	n, places := int32(e.frame.n), e.place[i]
	return places != 0 && e.fill(e.frame.houses[i/n][bits.TrailingZeros64(places)], i%n)
}

// lock removes a digit from the rest of every house that holds all its places of house i/N.
func (e *Engine) lock(i int32) bool {
	n := int32(e.frame.n)
	h, d := i/n, i%n
	places := e.place[i]
	for _, a := range e.frame.crossing[h] {
		if places&^a.shared != 0 {
			continue
		}
		other := a.house*n + d
		if bits.OnesCount64(e.place[other]) == bits.OnesCount64(places) {
			continue
		}
		for rest := e.place[other]; rest != 0; rest &= rest - 1 {
			c := e.frame.houses[a.house][bits.TrailingZeros64(rest)]
			inside := func(at place) bool { return at.house == h }
			if !slices.ContainsFunc(e.frame.inFull[c], inside) && e.cand[c]>>d&1 != 0 && !e.remove(c, d) {
				return false
			}
		}
	}
	return true
}

// Heed has the clauses of the puzzle that is loaded strike what they can, until none finds more. The houses draw nothing from
// that. It reports whether no contradiction showed.
func (e *Engine) Heed() bool {
	if e.clauses == nil {
		return true
	}
	for {
		e.clauses.changed(e.trail)
		for w, houses := range e.clauses.houses {
			e.clauses.waiting[w] &^= houses
		}
		if waited, alive := e.next(); !waited || !alive {
			return alive
		}
	}
}
