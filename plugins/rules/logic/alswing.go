package logic

import (
	"fmt"
	"math/bits"
)

// alsXZ uses one or two restricted commons of two almost locked sets.
type alsXZ struct {
	*position
	sets *alsSets
}

func newALSXZ(p *position) technique { return alsXZ{p, share(p, newALSSets)} }

func (t alsXZ) each(done func() bool) bool {
	all, commons := t.sets.commonsHere()
	for i := range all {
		for j := range i {
			a, b := &all[i], &all[j]
			x := commons[i][j]
			if x != 0 && t.describe(a, b, x) && done() {
				return true
			}
		}
	}
	return false
}

func (t alsXZ) describe(a, b *als, x uint64) bool {
	double := x&(x-1) != 0
	t.startHint("als_xz", 0)
	for vs := a.digits & b.digits; vs != 0; vs &= vs - 1 {
		if v := bits.TrailingZeros64(vs); double || x>>uint(v)&1 == 0 {
			strikeSight(t.position, a, b, v)
		}
	}
	if double {
		strikeLocked(t.position, a, x)
		strikeLocked(t.position, b, x)
	}
	t.hint.cells = append(append(t.hint.cells, a.cells...), b.cells...)
	t.hint.houses = append(t.hint.houses, a.house, b.house)
	if t.verbose {
		t.hint.text = fmt.Sprintf("%s hold %s, %s hold %s, and %s is in one of the two sets only; this removes %s.",
			t.cellNames(a.cells), t.digitNames(a.digits), t.cellNames(b.cells), t.digitNames(b.digits),
			t.digitNames(x),
			t.hint.struck(t.frame))
	}
	return len(t.hint.strikes) > 0
}

// alsWing is the ALS-XY-wing: a pivot set shares a
// restricted common x with one set and another, y, with a second; a digit that these two share beside leaves
// what sees all of it in both.
type alsWing struct {
	*position
	sets *alsSets
}

func newALSWing(p *position) technique { return alsWing{p, share(p, newALSSets)} }

func (t alsWing) each(done func() bool) bool {
	all, commons := t.sets.commonsHere()
	for p := range all {
		for i, x := range commons[p] {
			for j := range i {
				if y := commons[p][j]; x != 0 && y != 0 && (x != y || x&(x-1) != 0) &&
					t.describe(&all[p], &all[i], &all[j], x, y) && done() {
					return true
				}
			}
		}
	}
	return false
}

func (t alsWing) describe(p, a, b *als, x, y uint64) bool {
	t.startHint("als_xy_wing", 0)
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
		strikeSight(t.position, a, b, bits.TrailingZeros64(shared))
	}
	t.hint.cells = append(append(append(t.hint.cells, p.cells...), a.cells...), b.cells...)
	t.hint.houses = append(t.hint.houses, p.house, a.house, b.house)
	if t.verbose {
		t.hint.text = fmt.Sprintf("%s cannot lose both %s to %s and %s to %s, so one of these two is "+
			"locked; this removes %s.",
			t.cellNames(p.cells), t.digitNames(x), t.cellNames(a.cells), t.digitNames(y), t.cellNames(b.cells),
			t.hint.struck(t.frame))
	}
	return len(t.hint.strikes) > 0
}
