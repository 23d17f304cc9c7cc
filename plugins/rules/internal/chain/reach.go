package chain

import "math/bits"

// reach is what single chains can prove on a grid, however long they are: most grids have few such chains or
// none, and a search for each candidate in turn would find that out the long way.
//
// Only candidates with strong links, the movers, can lead on, so that sets here are sets of movers.
type reach struct {
	*links
	movers  []int32  // number of a mover → candidate
	mover   []int32  // candidate → its number as a mover, -1 for none
	words   int      // of a set of movers
	groups  []uint64 // cell, or cells + house*n+digit → the movers in it
	weak    []uint64 // candidate → the movers that it puts off
	whenOn  []uint64 // candidate → the movers that are on when it is on
	whenOff []uint64 // mover → the movers that are on when it is off
	// What chains prove: candidates that cannot be on or off, as sets of candidates, and the movers that are on in
	// every cycle that excludes something.
	notOn, notOff []uint64
	inCycles      []uint64
}

// explore finds what chains of all links prove. It reports false if that is nothing.
func (e *reach) explore(t *tracer) bool {
	e.links = t.links
	e.findMovers(t)
	if len(e.movers) == 0 {
		return false
	}
	e.linkWeakly(t.grid)
	e.close(t)
	return e.conclude(t.grid)
}

// sized returns a slice of n zeros, in the memory of another if that has room.
func sized(s []uint64, n int) []uint64 {
	if cap(s) < n {
		return make([]uint64, n)
	}
	s = s[:n]
	clear(s)
	return s
}

func (e *reach) findMovers(t *tracer) {
	e.movers, e.mover = e.movers[:0], e.mover[:0]
	for id := range t.marks {
		number := int32(-1)
		if t.first[id] != t.first[id+1] {
			number = int32(len(e.movers))
			e.movers = append(e.movers, int32(id))
		}
		e.mover = append(e.mover, number)
	}
	e.words = (len(e.movers) + 63) / 64
}

// linkWeakly fills in weak: what is in the candidate's cell, or has its digit in a house of it.
func (e *reach) linkWeakly(grid *view) {
	n := e.words
	e.groups = sized(e.groups, (e.Cells+len(e.Houses)*e.N)*n)
	for i, id := range e.movers {
		m, at, bit := e.marks[id], i/64, uint64(1)<<uint(i%64)
		e.groups[m.Cell*n+at] |= bit
		for _, s := range e.Seats[m.Cell] {
			e.groups[(e.Cells+int(s.Row)+m.V)*n+at] |= bit
		}
	}
	e.weak = sized(e.weak, len(e.marks)*n)
	for id, m := range e.marks {
		if !grid.has(int32(id)) {
			continue
		}
		set := e.weak[id*n:][:n]
		copy(set, e.groups[m.Cell*n:][:n])
		for _, s := range e.Seats[m.Cell] {
			for w, ms := range e.groups[(e.Cells+int(s.Row)+m.V)*n:][:n] {
				set[w] |= ms
			}
		}
		if i := e.mover[id]; i >= 0 {
			set[i/64] &^= 1 << uint(i%64)
		}
	}
}

// close fills in whenOff and whenOn: a mover that is off puts others on, each of which puts others off, and so on.
func (e *reach) close(t *tracer) {
	n := e.words
	e.whenOff = sized(e.whenOff, len(e.movers)*n)
	e.whenOn = sized(e.whenOn, len(e.marks)*n)
	for i, id := range e.movers {
		for _, q := range t.strongLinks(id, xyChain) {
			j := e.mover[q]
			e.whenOff[i*n+int(j/64)] |= 1 << uint(j%64)
		}
	}
	for again := true; again; {
		again = false
		for _, id := range e.movers {
			e.spread(id)
		}
		for i, id := range e.movers {
			set := e.whenOff[i*n:][:n]
			for _, q := range t.strongLinks(id, xyChain) {
				for w, ms := range e.whenOn[int(q)*n:][:n] {
					again = again || ms&^set[w] != 0
					set[w] |= ms
				}
			}
		}
	}
}

// spread adds to what is on when a candidate is on.
func (e *reach) spread(id int32) {
	n := e.words
	set := e.whenOn[int(id)*n:][:n]
	for w, ms := range e.weak[int(id)*n:][:n] {
		for ; ms != 0; ms &= ms - 1 {
			j := w*64 + bits.TrailingZeros64(ms)
			for k, on := range e.whenOff[j*n:][:n] {
				set[k] |= on
			}
		}
	}
}

// conclude fills in what is proved, and reports whether there is anything.
//
// A candidate that a cycle excludes sees an on node and an off node of it. Were it on, the off node would lead along
// the cycle to the on node: so it is in notOn, and puts on all on nodes of the cycle.
func (e *reach) conclude(grid *view) bool {
	n, any := e.words, false
	e.notOn, e.notOff = sized(e.notOn, e.links.words), sized(e.notOff, e.links.words)
	e.inCycles = sized(e.inCycles, n)
	for id := range e.marks {
		i := e.mover[id]
		if i < 0 && grid.has(int32(id)) {
			e.spread(int32(id))
		}
		on, weak := e.whenOn[id*n:][:n], e.weak[id*n:][:n]
		for w, ms := range on {
			if ms&weak[w] != 0 {
				e.notOn[id/64] |= 1 << uint(id%64)
				any = true
				break
			}
		}
		if e.notOn[id/64]>>uint(id%64)&1 == 1 {
			for w, ms := range on {
				e.inCycles[w] |= ms
			}
		}
		if i >= 0 && e.whenOff[int(i)*n+int(i/64)]>>uint(i%64)&1 == 1 {
			e.notOff[id/64] |= 1 << uint(id%64)
			any = true
		}
	}
	return any
}

// mayCycle reports whether a candidate may be on in a cycle that excludes something.
func (e *reach) mayCycle(id int32) bool {
	i := e.mover[id]
	return i >= 0 && e.inCycles[i/64]>>uint(i%64)&1 == 1
}
