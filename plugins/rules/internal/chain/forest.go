// Package chain holds the techniques that follow chains of candidates that are true ("on") or false ("off"):
//
//	r1c2=3 → r1c5≠3 → r1c5=7 → r4c5≠7 → …
//	  on       off      on       off
//
// On puts off the cell's other candidates (a Y link) and the digit's other places (X links); off puts on a
// cell's only other candidate and a digit's only other place.
//
// links.go numbers the candidates and lists the first sort of link, which hold for every candidate. A tracer
// follows single chains and cycles, breadth first (singlechain.go). A runner finds all that follows from a
// node, in dynamic chains with the new links that arise as candidates fall (run.go), and an advancer adds
// simple patterns, or chains nested within (advance.go, nested.go). A forest compares runs (forest.go). A
// hintList (hint.go) keeps the best hint, or all for nesting.
//
// All of them search in Sudoku Explainer's order, which decides between equal hints. That is slow, and most searches
// come to nothing. So closures, sets without order or reasons, first say where a search can find something: a reach
// what single chains and static runs lead to (reach.go), a flood what leads to a contradiction among the places of one
// digit (links.go). From dynamic_plus on a forest makes its runs on several processors (forest.go).
//
// HoDoKu's X-chains and XY-chains run on the same links (singlechain.go); its nice loops are in package loop.
//
// # Names
//
//	q, id      candidate, by its number
//	nd, node   candidate that is on or off: 2·id, plus 1 for on
package chain

import (
	"math/bits"
	"runtime"
	"sync"
	"sync/atomic"
)

// forest looks for hints that compare several runs: Nishio, multiple and dynamic forcing chains, with nested ones. Each
// candidate's two runs are made at most once for a grid.
type forest struct {
	runner
	nishio   bool
	rating   float64
	found    *hintList
	onRuns   []run // by candidate
	offRuns  []run
	grids    uint32 // grids seen
	counter  counter
	common   []uint64
	branches []target
	flood    flood // for Nishio
	// helper, unless nil, makes another runner: runs take long, and are made on several processors.
	helper  func() runner
	helpers []runner
	// Runs that are not dynamic and have no contradiction are known before they are made.
	foreseen bool
	strong   strongLinks
	reach    reach
	ids      []int32
}

// begin sets the forest to a grid.
func (f *forest) begin(l *links, base *view) {
	f.links, f.base, f.modified = l, base, true
	f.grids++
	for len(f.onRuns) < len(l.marks) {
		f.onRuns = append(f.onRuns, run{})
		f.offRuns = append(f.offRuns, run{})
	}
	if len(f.common) < l.words {
		f.common = make([]uint64, l.words)
	}
	f.counter.begin(len(l.marks))
	if f.nishio {
		f.flood.begin(l, base)
	}
	if f.foreseen = false; !f.dynamic {
		f.strong.linkUp(l, base)
		if f.foreseen = !f.reach.explore(l, &f.strong, base, xyChain); f.foreseen {
			f.reach.spreadOff()
		}
	}
}

// runOf returns what follows from a node.
func (f *forest) runOf(node int32) *run {
	r := f.slotOf(node)
	if r.valid != f.grids {
		f.follow(r, node)
		r.valid = f.grids
	}
	return r
}

// slotOf returns the run that begins at a node.
func (f *forest) slotOf(node int32) *run {
	if isOn(node) {
		return &f.onRuns[idOf(node)]
	}
	return &f.offRuns[idOf(node)]
}

// makeRuns makes the runs of all candidates, which do not depend on each other, on several processors.
func (f *forest) makeRuns() {
	var next atomic.Int32
	work := func(n *runner) {
		for node := next.Add(1) - 1; int(node) < 2*len(f.marks) && !f.stopped(); node = next.Add(1) - 1 {
			if cell := f.marks[idOf(node)].Cell; bits.OnesCount64(f.base.cand[cell]) < 2 {
				continue
			}
			r := f.slotOf(node)
			n.follow(r, node)
			r.valid = f.grids
		}
	}
	for len(f.helpers) < min(runtime.GOMAXPROCS(0), mostRunners)-1 {
		f.helpers = append(f.helpers, f.helper())
	}
	var working sync.WaitGroup
	for i := range f.helpers {
		n := &f.helpers[i]
		n.links, n.base, n.modified = f.links, f.base, true
		working.Go(func() { work(n) })
	}
	work(&f.runner)
	working.Wait()
}

// mostRunners is how many processors make runs at most.
const mostRunners = 8

// collect adds all hints to the list, cell after cell.
func (f *forest) collect() {
	if f.helper != nil {
		f.makeRuns()
	}
	for cell := range f.Cells {
		vs := f.base.cand[cell]
		size := bits.OnesCount64(vs)
		if f.Value[cell] != 0 || size < 2 || size == 2 && !f.dynamic {
			continue
		}
		for m := vs; m != 0; m &= m - 1 {
			if f.stopped() {
				return
			}
			f.candidate(cell, bits.TrailingZeros64(m), size)
		}
		if !f.nishio {
			f.ids = f.ids[:0]
			for m := vs; m != 0; m &= m - 1 {
				f.ids = append(f.ids, f.idAt(cell, bits.TrailingZeros64(m)))
			}
			f.compareAll(cellChain, -1)
		}
	}
}

// candidate looks at what follows from one candidate on and off, and from the digit in its houses.
func (f *forest) candidate(cell, v, size int) {
	id := f.idAt(cell, v)
	if f.dynamic {
		f.contradiction(on(id))
		f.contradiction(off(id))
		if size >= 3 && !f.nishio {
			f.branches = append(f.branches[:0], target{f.runOf(on(id)), 0}, target{f.runOf(off(id)), 0})
			f.compare(doubleChain, on(id), -1)
		}
	}
	if f.nishio {
		return
	}
	for _, s := range f.Seats[cell] {
		h := int(s.House)
		places := f.base.pos[h*f.N+v]
		if f.Houses[h].Full && places&(places-1) != 0 && places&-places == 1<<uint(s.Slot) {
			f.house(h, v, places)
		}
	}
}

// house compares the runs of all places of a digit in a house.
func (f *forest) house(h, v int, places uint64) {
	f.ids = f.ids[:0]
	for ; places != 0; places &= places - 1 {
		f.ids = append(f.ids, f.idAt(f.CellAt(h, places), v))
	}
	f.compareAll(houseChain, h)
}

// compareAll compares the runs of the candidates f.ids, one of which must be on.
func (f *forest) compareAll(kind chainKind, house int) {
	if f.foreseen && !f.reach.lead(f.ids) {
		return
	}
	f.branches = f.branches[:0]
	for _, id := range f.ids {
		f.branches = append(f.branches, target{f.runOf(on(id)), 0})
	}
	f.compare(kind, on(f.ids[0]), house)
}

// contradiction adds the hint that a node cannot be, if its run ends in a contradiction.
func (f *forest) contradiction(source int32) {
	if f.nishio && f.flood.isQuiet(source) {
		return
	}
	r := f.runOf(source)
	if !r.conflict {
		return
	}
	f.branches = append(f.branches[:0], target{r, on(r.conflictID)}, target{r, off(r.conflictID)})
	f.offer(contradiction, source, -1, source^1)
}

// compare adds a hint for every node that all branches reach, in the order of the first branch's on nodes, then offs.
func (f *forest) compare(kind chainKind, source int32, house int) {
	f.shared(true)
	for _, id := range f.branches[0].run.ons {
		if f.common[id/64]>>(uint(id)%64)&1 == 1 {
			f.offerShared(kind, source, house, on(id))
		}
	}
	f.shared(false)
	for _, id := range f.branches[0].run.offs {
		if f.common[id/64]>>(uint(id)%64)&1 == 1 {
			f.offerShared(kind, source, house, off(id))
		}
	}
}

// shared sets f.common to the candidates that are on (or off) in all branches.
func (f *forest) shared(ons bool) {
	for w := range f.words {
		f.common[w] = ^uint64(0)
		for _, b := range f.branches {
			if ons {
				f.common[w] &= b.run.isOn[w]
			} else {
				f.common[w] &= b.run.isOff[w]
			}
		}
	}
}

// offerShared offers the hint of a node that follows from every source.
func (f *forest) offerShared(kind chainKind, source int32, house int, node int32) {
	if isOn(node) {
		if vs := f.base.cand[f.marks[idOf(node)].Cell]; vs&(vs-1) == 0 {
			return // the only candidate of its cell: nothing would be removed
		}
	}
	for i := range f.branches {
		f.branches[i].node = node
	}
	f.offer(kind, source, house, node)
}

// offer adds the hint that proves a node if it is wanted. The branches hold its chains.
func (f *forest) offer(kind chainKind, source int32, house int, proved int32) {
	limit := f.found.limit(f.rating, kind)
	size := f.counter.size(f.branches, limit)
	if size > limit {
		return
	}
	from := len(f.found.ends)
	f.found.ends = append(f.found.ends, f.branches...)
	c := chainHint{
		rating: f.rating + lengthRating(size), size: size, kind: kind, source: source, house: house, placed: -1,
		struck:  f.found.conclude(f.links, f.base, proved),
		targets: f.found.ends[from:len(f.found.ends):len(f.found.ends)],
	}
	if isOn(proved) {
		c.placed = idOf(proved)
	}
	f.found.add(&c)
}
