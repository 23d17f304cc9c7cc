package logic

import (
	"fmt"
	"math/bits"
)

// An almost locked set (ALS) is k cells of a house with k+1 candidates between them: without any one of these
// it holds all others. Two sets have a restricted common candidate x when all cells of x in one see all in
// the other: then x is in one of them at most, and the other holds every candidate it has but x.

// als is an almost locked set.
type als struct {
	house  int
	cells  []int
	digits uint64
	set    cellSet
	at     []cellSet // digit → the set's cells with it
	sight  []cellSet // digit → the cells that see all of these
}

// locks are the almost locked sets of a board, each set of cells once, with what they have in common.
type locks struct {
	all     []als
	commons [][]uint64 // set, set → their restricted common candidates; filled in when first needed
	step    int        // the step for which they hold
}

// almostLocked returns the almost locked sets of the board as it is.
func (e *engine) almostLocked() []als { return e.locksHere().all }

func (e *engine) locksHere() *locks {
	if e.locks == nil {
		e.locks = &locks{step: -1}
	}
	l := e.locks
	if l.step == e.steps {
		return l
	}
	l.step, l.commons, l.all = e.steps, nil, l.all[:0]
	for h := range e.houses {
		l.all = e.almostLockedIn(h, 0, nil, 0, l.all)
	}
	for i := range l.all {
		e.survey(&l.all[i])
	}
	return l
}

// commonsHere returns the restricted common candidates of any two almost locked sets.
func (e *engine) commonsHere() (all []als, commons [][]uint64) {
	l := e.locksHere()
	if l.commons != nil {
		return l.all, l.commons
	}
	l.commons = make([][]uint64, len(l.all))
	for i := range l.all {
		l.commons[i] = make([]uint64, len(l.all))
		for j := range i {
			l.commons[i][j] = e.restricted(&l.all[i], &l.all[j])
			l.commons[j][i] = l.commons[i][j]
		}
	}
	return l.all, l.commons
}

// almostLockedIn extends the chosen cells by cells from slot from on; on boards larger than 9×9 to four cells
// at most.
func (e *engine) almostLockedIn(h, from int, chosen []int, digits uint64, all []als) []als {
	if len(chosen) > 0 && bits.OnesCount64(digits) == len(chosen)+1 && !e.isElsewhere(h, chosen) {
		all = append(all, als{house: h, cells: append([]int(nil), chosen...), digits: digits})
	}
	most := e.n - 2
	if e.n > 9 {
		most = 4
	}
	for slot := from; slot < len(e.houses[h].cells) && len(chosen) < most; slot++ {
		if c := int(e.houses[h].cells[slot]); e.cand[c] != 0 {
			all = e.almostLockedIn(h, slot+1, append(chosen, c), digits|e.cand[c], all)
		}
	}
	return all
}

// isElsewhere reports whether cells of house h are all in an earlier house too.
func (f *frame) isElsewhere(h int, cells []int) bool {
	for i := range f.seats[cells[0]] {
		if at := f.commonHouse(cells, i); at >= 0 && at < h {
			return true
		}
	}
	return false
}

// survey fills in the set's cells and what they see.
func (e *engine) survey(a *als) {
	a.set = newCellSet(e.cells)
	a.at, a.sight = make([]cellSet, e.n), make([]cellSet, e.n)
	for _, c := range a.cells {
		a.set.add(c)
		for vs := e.cand[c]; vs != 0; vs &= vs - 1 {
			v := bits.TrailingZeros64(vs)
			if a.sight[v] == nil {
				a.at[v] = newCellSet(e.cells)
				a.sight[v] = append(cellSet(nil), e.peerSets[c]...)
			}
			a.at[v].add(c)
			a.sight[v].setAnd(a.sight[v], e.peerSets[c])
		}
	}
}

// restricted returns the restricted common candidates of two sets. They may share cells, but none with such a
// candidate.
func (e *engine) restricted(a, b *als) uint64 {
	var found uint64
	for vs := a.digits & b.digits; vs != 0; vs &= vs - 1 {
		if v := bits.TrailingZeros64(vs); b.at[v].isIn(a.sight[v]) {
			found |= 1 << uint(v)
		}
	}
	return found
}

// strikeSight strikes v from the cells that see all its cells in both sets.
func (e *engine) strikeSight(a, b *als, v int) {
	for i, w := range a.sight[v] {
		for w &= b.sight[v][i]; w != 0; w &= w - 1 {
			e.hint.strikeAll(e.board, i*64+bits.TrailingZeros64(w), 1<<uint(v))
		}
	}
}

// eachALSXZ calls done with every use of one or two restricted commons of two sets in e.hint until it returns
// true.
func (e *engine) eachALSXZ(done func() bool) bool {
	all, commons := e.commonsHere()
	for i := range all {
		for j := range i {
			a, b := &all[i], &all[j]
			x := commons[i][j]
			if x != 0 && e.hintALSXZ(a, b, x) && done() {
				return true
			}
		}
	}
	return false
}

func (e *engine) hintALSXZ(a, b *als, x uint64) bool {
	double := x&(x-1) != 0
	e.set("als_xz", 0)
	for vs := a.digits & b.digits; vs != 0; vs &= vs - 1 {
		if v := bits.TrailingZeros64(vs); double || x>>uint(v)&1 == 0 {
			e.strikeSight(a, b, v)
		}
	}
	if double {
		e.strikeLocked(a, x)
		e.strikeLocked(b, x)
	}
	e.hint.cells = append(append(e.hint.cells, a.cells...), b.cells...)
	e.hint.houses = append(e.hint.houses, a.house, b.house)
	if e.verbose {
		e.hint.text = fmt.Sprintf("%s hold %s, %s hold %s, and %s is in one of the two sets only; this removes %s.",
			e.cellNames(a.cells), e.digitNames(a.digits), e.cellNames(b.cells), e.digitNames(b.digits),
			e.digitNames(x),
			e.hint.struck(e.frame))
	}
	return len(e.hint.strikes) > 0
}

// strikeLocked strikes the digits of a set that is locked but for the restricted commons x.
func (e *engine) strikeLocked(a *als, x uint64) {
	for vs := a.digits &^ x; vs != 0; vs &= vs - 1 {
		v := bits.TrailingZeros64(vs)
		for c := range a.sight[v].all {
			if e.can(c, v) && !e.isStruck(c, v) {
				e.hint.strikes = append(e.hint.strikes, mark{c, v})
			}
		}
	}
}

func (e *engine) isStruck(cell, v int) bool {
	for _, m := range e.hint.strikes {
		if m == (mark{cell, v}) {
			return true
		}
	}
	return false
}

// eachALSWing calls done with every ALS-XY-wing in e.hint until it returns true: a pivot set shares a
// restricted common x with one set and another, y, with a second; a digit that these two share beside leaves
// what sees all of it in both.
func (e *engine) eachALSWing(done func() bool) bool {
	all, commons := e.commonsHere()
	for p := range all {
		for i, x := range commons[p] {
			for j := range i {
				if y := commons[p][j]; x != 0 && y != 0 && (x != y || x&(x-1) != 0) &&
					e.hintALSWing(&all[p], &all[i], &all[j], x, y) && done() {
					return true
				}
			}
		}
	}
	return false
}

func (e *engine) hintALSWing(p, a, b *als, x, y uint64) bool {
	e.set("als_xy_wing", 0)
	shared := a.digits & b.digits
	if x&(x-1) == 0 {
		shared &^= x
	}
	if y&(y-1) == 0 {
		shared &^= y
	}
	if x&(x-1) != 0 || y&(y-1) != 0 {
		shared &^= x | y
	}
	for ; shared != 0; shared &= shared - 1 {
		e.strikeSight(a, b, bits.TrailingZeros64(shared))
	}
	e.hint.cells = append(append(append(e.hint.cells, p.cells...), a.cells...), b.cells...)
	e.hint.houses = append(e.hint.houses, p.house, a.house, b.house)
	if e.verbose {
		e.hint.text = fmt.Sprintf("%s cannot lose both %s to %s and %s to %s, so one of these two is "+
			"locked; this removes %s.",
			e.cellNames(p.cells), e.digitNames(x), e.cellNames(a.cells), e.digitNames(y), e.cellNames(b.cells),
			e.hint.struck(e.frame))
	}
	return len(e.hint.strikes) > 0
}
