package chain

import (
	"math/bits"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// advancer extends a run whose links have come to an end: by simple techniques, then by chains within the
// chain. A technique counts as far as its patterns rest on what the run has removed; the first with such a
// pattern ends the round.
type advancer struct {
	nested  []*nesting
	struck  []int32
	reasons []int32
}

// extend reports whether it has added something to the run.
func (a *advancer) extend(n *runner, r *run) bool {
	before := len(r.offs)
	if a.locked(n, r) || a.hiddenPairs(n, r) || a.nakedPairs(n, r) || a.xWings(n, r) {
		return len(r.offs) > before
	}
	for _, in := range a.nested {
		if in.extend(n, r) {
			break
		}
	}
	return len(r.offs) > before
}

// addOff adds that a candidate is off, for some reasons.
func (r *run) addOff(id int32, reasons []int32, nested int32) {
	if r.has(off(id)) {
		return
	}
	r.open(off(id))
	for _, p := range reasons {
		r.because(off(id), p)
	}
	r.inner[off(id)] = nested
	r.include(off(id))
}

// yield adds the candidates of a.struck, for the reasons of a.reasons, and reports whether there are both.
func (a *advancer) yield(r *run) bool {
	if len(a.struck) == 0 || len(a.reasons) == 0 {
		return false
	}
	for _, id := range a.struck {
		r.addOff(id, a.reasons, 0)
	}
	return true
}

// slots appends to list the candidates v at some slots of a house.
func (n *runner) slots(list []int32, h, v int, slots uint64) []int32 {
	for ; slots != 0; slots &= slots - 1 {
		list = append(list, n.idAt(n.CellAt(h, slots), v))
	}
	return list
}

// gone appends to a.reasons that v is off at some slots of a house.
func (a *advancer) gone(n *runner, h, v int, slots uint64) {
	for ; slots != 0; slots &= slots - 1 {
		a.reasons = append(a.reasons, off(n.idAt(n.CellAt(h, slots), v)))
	}
}

// locked: pointing and claiming.
func (a *advancer) locked(n *runner, r *run) bool {
	found := false
	for i := range n.Crosses {
		x := &n.Crosses[i]
		for v := range n.N {
			now, then := n.grid.pos[x.House1*n.N+v], n.base.pos[x.House1*n.N+v]
			if now == then || now&(now-1) == 0 || now&^x.Shared1 != 0 {
				continue
			}
			a.struck = n.slots(a.struck[:0], x.House2, v, n.grid.pos[x.House2*n.N+v]&^x.Shared2)
			a.reasons = a.reasons[:0]
			a.gone(n, x.House1, v, then&^x.Shared1)
			found = a.yield(r) || found
		}
	}
	return found
}

// hiddenPairs: two digits with the same two places.
func (a *advancer) hiddenPairs(n *runner, r *run) bool {
	found := false
	for h := range n.Houses {
		if !n.Houses[h].Full || n.Empty[h] <= 4 {
			continue
		}
		for w := 1; w < n.N; w++ {
			slots := n.grid.pos[h*n.N+w]
			if bits.OnesCount64(slots) != 2 {
				continue
			}
			for v := range w {
				if n.grid.pos[h*n.N+v] == slots {
					found = a.hiddenPair(n, r, h, v, w, slots) || found
				}
			}
		}
	}
	return found
}

// hiddenPair puts off all other candidates of two cells that hold a hidden pair.
func (a *advancer) hiddenPair(n *runner, r *run, h, v, w int, slots uint64) bool {
	a.struck, a.reasons = a.struck[:0], a.reasons[:0]
	for m := slots; m != 0; m &= m - 1 {
		c := n.CellAt(h, m)
		for vs := n.grid.cand[c] &^ (1<<uint(v) | 1<<uint(w)); vs != 0; vs &= vs - 1 {
			a.struck = append(a.struck, n.idAt(c, bits.TrailingZeros64(vs)))
		}
	}
	was := [2]uint64{n.base.pos[h*n.N+v] &^ slots, n.base.pos[h*n.N+w] &^ slots}
	for m := was[0] | was[1]; m != 0; m &= m - 1 {
		a.gone(n, h, v, was[0]&m&-m)
		a.gone(n, h, w, was[1]&m&-m)
	}
	return a.yield(r)
}

// nakedPairs: two cells with the same two candidates.
func (a *advancer) nakedPairs(n *runner, r *run) bool {
	found := false
	for h := range n.Houses {
		if n.Empty[h] < 4 {
			continue
		}
		cells := n.Houses[h].Cells
		for j := 1; j < len(cells); j++ {
			vs := n.grid.cand[cells[j]]
			if bits.OnesCount64(vs) != 2 {
				continue
			}
			for i := range j {
				if n.grid.cand[cells[i]] == vs {
					found = a.nakedPair(n, r, h, i, j, vs) || found
				}
			}
		}
	}
	return found
}

// nakedPair puts off the digits of a naked pair in the rest of the house.
func (a *advancer) nakedPair(n *runner, r *run, h, i, j int, vs uint64) bool {
	a.struck, a.reasons = a.struck[:0], a.reasons[:0]
	cells := n.Houses[h].Cells
	for _, c := range [2]int32{cells[i], cells[j]} {
		for was := n.base.cand[c] &^ vs; was != 0; was &= was - 1 {
			a.reasons = append(a.reasons, off(n.idAt(int(c), bits.TrailingZeros64(was))))
		}
	}
	for slot, c := range cells {
		for out := n.grid.cand[c] & vs; out != 0 && slot != i && slot != j; out &= out - 1 {
			a.struck = append(a.struck, n.idAt(int(c), bits.TrailingZeros64(out)))
		}
	}
	return a.yield(r)
}

// xWings: a digit with the same two places in two columns, or in two rows.
func (a *advancer) xWings(n *runner, r *run) bool {
	if !n.Square {
		return false
	}
	columns, rows := n.LinesOf(sudoku.Column), n.LinesOf(sudoku.Row)
	found := a.xWingsAcross(n, r, columns, rows)
	return a.xWingsAcross(n, r, rows, columns) || found
}

// xWingsAcross looks for X-wings between rows and columns.
func (a *advancer) xWingsAcross(n *runner, r *run, base, cover int) bool {
	found := false
	for j := 1; j < n.N; j++ {
		for i := range j {
			for v := range n.N {
				slots := n.grid.pos[(base+i)*n.N+v]
				if slots == n.grid.pos[(base+j)*n.N+v] && bits.OnesCount64(slots) == 2 && int(n.Placed[v])+4 <= n.N {
					found = a.xWing(n, r, base, cover, i, j, v) || found
				}
			}
		}
	}
	return found
}

// xWing puts off a digit in the rest of the cover lines of an X-wing.
func (a *advancer) xWing(n *runner, r *run, base, cover, i, j, v int) bool {
	a.struck, a.reasons = a.struck[:0], a.reasons[:0]
	slots := n.grid.pos[(base+i)*n.N+v]
	for m := slots; m != 0; m &= m - 1 {
		h := cover + bits.TrailingZeros64(m)
		a.struck = n.slots(a.struck, h, v, n.grid.pos[h*n.N+v]&^(1<<uint(i)|1<<uint(j)))
	}
	slices.Sort(a.struck)
	a.gone(n, base+i, v, n.base.pos[(base+i)*n.N+v]&^slots)
	a.gone(n, base+j, v, n.base.pos[(base+j)*n.N+v]&^slots)
	return a.yield(r)
}
