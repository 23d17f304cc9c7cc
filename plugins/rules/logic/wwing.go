package logic

import (
	"fmt"
	"math/bits"
)

// A W-wing is two cells with the same two candidates a and b, and a strong link of a whose ends see one of them each.
// One cell holds b.
type wWing struct {
	*position
	links strongLinks
}

func newWWing(p *position) technique { return &wWing{position: p} }

func (t *wWing) each(done func() bool) bool {
	for c, vs := range t.cand {
		if bits.OnesCount64(vs) != 2 {
			continue
		}
		for d := range c {
			if t.cand[d] != vs || t.arePeers(c, d) {
				continue
			}
			for _, a := range [2]uint64{vs & -vs, vs & (vs - 1)} {
				if t.of(c, d, bits.TrailingZeros64(a), bits.TrailingZeros64(vs&^a), done) {
					return true
				}
			}
		}
	}
	return false
}

func (t *wWing) of(c, d, a, b int, done func() bool) bool {
	for _, x := range t.links.of(t.position, a) {
		for turn := range 2 {
			p, q := x.a, x.b
			if turn == 1 {
				p, q = q, p
			}
			if p == c || p == d || q == c || q == d || !t.arePeers(p, c) || !t.arePeers(q, d) {
				continue
			}
			t.startHint("w_wing", 0)
			t.strikeBoth(c, d, b)
			if len(t.hint.strikes) == 0 {
				continue
			}
			t.hint.cells = append(t.hint.cells, c, p, q, d)
			t.hint.houses = append(t.hint.houses, x.house)
			if t.verbose {
				t.hint.text = fmt.Sprintf("%s stands in %s or %s, so one of %s and %s holds %s; this removes %s.",
					t.digitName(a), t.cellName(p), t.cellName(q), t.cellName(c), t.cellName(d), t.digitName(b),
					t.hint.struck(t.frame))
			}
			if done() {
				return true
			}
		}
	}
	return false
}
