package logic

import (
	"fmt"
	"math/bits"
)

// lockedSet finds locked pairs and triples: naked sets of k cells where a box and a line cross, so that the digits
// leave both.
type lockedSet struct {
	*position
	k int
}

func newLockedSet(k int) maker { return func(p *position) technique { return lockedSet{p, k} } }

func (t lockedSet) each(done func() bool) bool {
	for i := range t.crosses {
		x := &t.crosses[i]
		if !t.isBox(x.house1) {
			continue
		}
		open := t.openSlots(x.house1, x.shared1)
		for m := open; m != 0; m = (m - 1) & open {
			vs := t.union(x.house1, m)
			if bits.OnesCount64(m) == t.k && bits.OnesCount64(vs) == t.k && t.describe(x, m, vs) && done() {
				return true
			}
		}
	}
	return false
}

// describe fills in the hint if it strikes something in both houses.
func (t lockedSet) describe(x *crossing, slots, vs uint64) bool {
	t.startHint("locked_"+setNames[t.k], 0)
	t.hint.addSlots(t.board, x.house1, slots)
	t.strikeOutside(x.house1, vs)
	first := len(t.hint.strikes)
	t.strikeOutside(x.house2, vs)
	t.hint.houses = append(t.hint.houses, x.house1, x.house2)
	if t.verbose {
		t.hint.text = fmt.Sprintf("%s, in %s and in %s, hold %s between them; this removes %s.",
			t.cellNames(t.hint.cells), t.houseName(x.house1), t.houseName(x.house2), t.digitNames(vs),
			t.hint.struck(t.frame))
	}
	return first > 0 && len(t.hint.strikes) > first
}
