package logic

import (
	"fmt"
	"math/bits"
)

// eachWWing calls done with every W-wing in e.hint until it returns true: two cells with the same two
// candidates a and b, and a strong link of a whose ends see one of them each. One cell holds b.
func (e *engine) eachWWing(done func() bool) bool {
	for c, vs := range e.cand {
		if bits.OnesCount64(vs) != 2 {
			continue
		}
		for d := range c {
			if e.cand[d] != vs || e.arePeers(c, d) {
				continue
			}
			for _, a := range [2]uint64{vs & -vs, vs & (vs - 1)} {
				if e.wWingOf(c, d, bits.TrailingZeros64(a), bits.TrailingZeros64(vs&^a), done) {
					return true
				}
			}
		}
	}
	return false
}

func (e *engine) wWingOf(c, d, a, b int, done func() bool) bool {
	for _, x := range e.linksOfDigit(a) {
		for turn := range 2 {
			p, q := x.a, x.b
			if turn == 1 {
				p, q = q, p
			}
			if p == c || p == d || q == c || q == d || !e.arePeers(p, c) || !e.arePeers(q, d) {
				continue
			}
			e.set("w_wing", 0)
			e.strikeBoth(c, d, b)
			if len(e.hint.strikes) == 0 {
				continue
			}
			e.hint.cells = append(e.hint.cells, c, p, q, d)
			e.hint.houses = append(e.hint.houses, x.house)
			if e.verbose {
				e.hint.text = fmt.Sprintf("%s stands in %s or %s, so one of %s and %s holds %s; this removes %s.",
					e.digitName(a), e.cellName(p), e.cellName(q), e.cellName(c), e.cellName(d), e.digitName(b),
					e.hint.struck(e.frame))
			}
			if done() {
				return true
			}
		}
	}
	return false
}
