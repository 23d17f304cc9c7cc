package chain

import "math/bits"

// reach is what single chains of a kind can prove on a grid, however long they are: most grids have few such chains
// or none, and a search for each candidate in turn would find that out the long way.
//
// Only candidates with strong links, the movers, can lead on, so that sets here are sets of movers.
type reach struct {
	*links
	strong  *strongLinks
	grid    *view
	kind    chainKind
	movers  []int32  // number of a mover → candidate
	mover   []int32  // candidate → its number as a mover, -1 for none
	words   int      // of a set of movers
	groups  []uint64 // cell, or cells + house*n+digit → the movers in it
	weak    []uint64 // candidate → the movers that it puts off
	next    []uint64 // mover → the movers that are on when it is on, by one weak and one strong link
	whenOn  []uint64 // candidate → the movers that are on when it is on
	direct  []uint64 // mover → the movers that are on when it is off, by one strong link
	whenOff []uint64 // mover → the movers that are on when it is off
	// Proofs by chains: candidates that cannot be on or off, as sets of candidates, and the movers that are on in every
	// cycle that excludes something.
	notOn, notOff  []uint64
	inCycles       []uint64
	changed, fresh []uint64 // see close
	// See shortest.
	level, frontier, found, ownBit []uint64
	// See spreadOff.
	seen, near, offs []uint64
}

// explore finds what chains of a kind prove. It reports false if that is nothing.
func (e *reach) explore(l *links, strong *strongLinks, grid *view, kind chainKind) bool {
	e.links, e.strong, e.grid, e.kind = l, strong, grid, kind
	e.findMovers()
	e.linkWeakly()
	e.close()
	return e.conclude()
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

// findMovers lists the candidates with a strong link.
func (e *reach) findMovers() {
	e.movers, e.mover = e.movers[:0], e.mover[:0]
	for id := range e.marks {
		number := int32(-1)
		if len(e.strong.of(int32(id), e.kind)) > 0 {
			number = int32(len(e.movers))
			e.movers = append(e.movers, int32(id))
		}
		e.mover = append(e.mover, number)
	}
	e.words = (len(e.movers) + 63) / 64
}

// linkWeakly fills in weak: the other candidates of the cell, and those with its digit in a house of it.
func (e *reach) linkWeakly() {
	n := e.words
	e.groups = sized(e.groups, (e.Cells+len(e.Houses)*e.N)*n)
	for i, id := range e.movers {
		m, at, bit := e.marks[id], i/64, uint64(1)<<uint(i%64)
		if e.kind != xChain {
			e.groups[m.Cell*n+at] |= bit
		}
		for _, s := range e.Seats[m.Cell] {
			e.groups[(e.Cells+int(s.Row)+m.V)*n+at] |= bit
		}
	}
	e.weak = sized(e.weak, len(e.marks)*n)
	for id, m := range e.marks {
		if !e.grid.has(int32(id)) {
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
func (e *reach) close() {
	n := e.words
	e.whenOff = sized(e.whenOff, len(e.movers)*n)
	e.whenOn = sized(e.whenOn, len(e.marks)*n)
	for i, id := range e.movers {
		for _, q := range e.strong.of(id, e.kind) {
			j := e.mover[q]
			e.whenOff[i*n+int(j/64)] |= 1 << uint(j%64)
		}
	}
	e.direct = append(e.direct[:0], e.whenOff...)
	e.next = sized(e.next, len(e.movers)*n)
	e.changed, e.fresh = sized(e.changed, n), sized(e.fresh, n)
	e.freshen()
	for i, id := range e.movers {
		e.spread(id)
		e.changed[i/64] |= 1 << uint(i%64)
		copy(e.next[i*n:][:n], e.whenOn[int(id)*n:][:n])
	}
	for again := true; again; {
		again = false
		clear(e.fresh)
		for i, id := range e.movers {
			set := e.whenOff[i*n:][:n]
			for _, q := range e.strong.of(id, e.kind) {
				if !has(e.changed, e.mover[q]) {
					continue
				}
				for w, ms := range e.whenOn[int(q)*n:][:n] {
					if ms&^set[w] != 0 {
						set[w] |= ms
						e.fresh[i/64] |= 1 << uint(i%64)
						again = true
					}
				}
			}
		}
		clear(e.changed)
		for i, id := range e.movers {
			if e.spread(id) {
				e.changed[i/64] |= 1 << uint(i%64)
			}
		}
	}
	e.freshen()
}

// freshen makes all movers fresh.
func (e *reach) freshen() {
	for i := range e.movers {
		e.fresh[i/64] |= 1 << uint(i%64)
	}
}

// spread extends the set of candidates that are on when one is on: it adds the ends of fresh movers that this one puts
// off. It reports whether there were any.
func (e *reach) spread(id int32) bool {
	n, added := e.words, uint64(0)
	set := e.whenOn[int(id)*n:][:n]
	for w, ms := range e.weak[int(id)*n:][:n] {
		for ms &= e.fresh[w]; ms != 0; ms &= ms - 1 {
			j := w*64 + bits.TrailingZeros64(ms)
			for k, on := range e.whenOff[j*n:][:n] {
				added |= on &^ set[k]
				set[k] |= on
			}
		}
	}
	return added != 0
}

// conclude fills in the proofs, and reports whether there are any.
//
// A candidate that a cycle excludes sees an on node and an off node of it. Were it on, the off node would lead along
// the cycle to the on node: so it is in notOn, and puts on all on nodes of the cycle.
func (e *reach) conclude() bool {
	n, found := e.words, false
	e.notOn, e.notOff = sized(e.notOn, e.links.words), sized(e.notOff, e.links.words)
	e.inCycles = sized(e.inCycles, n)
	for id := range e.marks {
		i := e.mover[id]
		if i < 0 && e.grid.has(int32(id)) {
			e.spread(int32(id))
		}
		on, weak := e.whenOn[id*n:][:n], e.weak[id*n:][:n]
		for w, ms := range on {
			if ms&weak[w] != 0 {
				e.notOn[id/64] |= 1 << uint(id%64)
				found = true
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
			found = true
		}
	}
	return found
}

// shortest returns the number of nodes of the shortest chain from a node to its opposite, 0 if it has more than limit.
func (e *reach) shortest(source int32, limit int) int {
	n, id := e.words, idOf(source)
	e.level, e.found = sized(e.level, n), sized(e.found, n)
	goal, size := e.weak[int(id)*n:][:n], 4
	if isOn(source) {
		for w, ms := range goal {
			for ; ms != 0; ms &= ms - 1 {
				e.reachFrom(e.direct, w*64+bits.TrailingZeros64(ms))
			}
		}
	} else {
		i := int(e.mover[id])
		e.ownBit = sized(e.ownBit, n)
		e.ownBit[i/64] = 1 << uint(i%64)
		goal, size = e.ownBit, 2
		e.reachFrom(e.direct, i)
	}
	for ; size <= limit; size += 2 {
		fresh := false
		for w, ms := range e.level {
			if ms&goal[w] != 0 {
				return size
			}
			e.level[w] &^= e.found[w]
			e.found[w] |= ms
			fresh = fresh || e.level[w] != 0
		}
		if !fresh {
			return 0
		}
		e.frontier = append(e.frontier[:0], e.level...)
		clear(e.level)
		for w, ms := range e.frontier {
			for ; ms != 0; ms &= ms - 1 {
				e.reachFrom(e.next, w*64+bits.TrailingZeros64(ms))
			}
		}
	}
	return 0
}

// reachFrom adds to the level what a mover leads to.
func (e *reach) reachFrom(links []uint64, mover int) {
	n := e.words
	for w, ms := range links[mover*n:][:n] {
		e.level[w] |= ms
	}
}

// refutes reports whether a node leads to its opposite.
func (e *reach) refutes(node int32) bool {
	if isOn(node) {
		return has(e.notOn, idOf(node))
	}
	return has(e.notOff, idOf(node))
}

// mayCycle reports whether a candidate may be on in a cycle that excludes something.
func (e *reach) mayCycle(id int32) bool {
	i := e.mover[id]
	return i >= 0 && e.inCycles[i/64]>>uint(i%64)&1 == 1
}

// isOnWhenOn reports whether a mover is on when a candidate is on.
func (e *reach) isOnWhenOn(mover, id int32) bool { return has(e.whenOn[int(id)*e.words:], mover) }

// isOnWhenOff reports whether a mover is on when a candidate is off. The reverse is then true as well, since all links
// hold both ways, and it is looked up there.
func (e *reach) isOnWhenOff(mover, id int32) bool {
	i := e.mover[id]
	return i >= 0 && has(e.whenOff[int(mover)*e.words:], i)
}

// leadBack returns how many of the movers that a candidate puts off lead to a mover being on.
func (e *reach) leadBack(mover, id int32) int {
	count := 0
	leads := e.whenOff[int(mover)*e.words:][:e.words]
	for w, ms := range e.weak[int(id)*e.words:][:e.words] {
		count += bits.OnesCount64(ms & leads[w])
	}
	return count
}

// spreadOff fills in offs: the candidates that are off when a candidate is on, with all that follows, as sets of
// candidates. It must not be asked for a grid on which chains prove something.
func (e *reach) spreadOff() {
	words := e.links.words
	seen := sized(e.seen, (e.Cells+len(e.Houses)*e.N)*words)
	e.seen, e.offs, e.near = seen, sized(e.offs, len(e.marks)*words), sized(e.near, len(e.marks)*words)
	for id, m := range e.marks {
		if !e.grid.has(int32(id)) {
			continue
		}
		at, bit := id/64, uint64(1)<<uint(id%64)
		seen[m.Cell*words+at] |= bit
		for _, s := range e.Seats[m.Cell] {
			seen[(e.Cells+int(s.Row)+m.V)*words+at] |= bit
		}
	}
	for id, m := range e.marks {
		set := e.near[id*words:][:words]
		copy(set, seen[m.Cell*words:][:words])
		for _, s := range e.Seats[m.Cell] {
			for w, ids := range seen[(e.Cells+int(s.Row)+m.V)*words:][:words] {
				set[w] |= ids
			}
		}
		set[id/64] &^= 1 << uint(id%64)
	}
	for id := range e.marks {
		set := e.offs[id*words:][:words]
		copy(set, e.near[id*words:][:words])
		for w, ms := range e.whenOn[id*e.words:][:e.words] {
			for ; ms != 0; ms &= ms - 1 {
				other := int(e.movers[w*64+bits.TrailingZeros64(ms)])
				for k, ids := range e.near[other*words:][:words] {
					set[k] |= ids
				}
			}
		}
	}
}

// lead reports whether some candidates, each on, all lead to the same node.
func (e *reach) lead(ids []int32) bool {
	n, words := e.words, e.links.words
	for w := range n {
		ms := ^uint64(0)
		for _, id := range ids {
			own := uint64(0)
			if i := e.mover[id]; i >= 0 && int(i/64) == w {
				own = 1 << uint(i%64)
			}
			ms &= e.whenOn[int(id)*n+w] | own
		}
		if ms != 0 {
			return true
		}
	}
	for w := range words {
		both := ^uint64(0)
		for _, id := range ids {
			both &= e.offs[int(id)*words+w]
		}
		if both != 0 {
			return true
		}
	}
	return false
}
