package search

import "math/bits"

// differ has no digit come twice among some cells, fewer than a house has or in no house.
type differ struct{ of []int32 }

func (p *differ) cells() []int32 { return p.of }

// propagate takes the digit of each filled cell from the others, and counts the digits that are left.
func (p *differ) propagate(e *Engine) bool {
	var single, all uint64
	for again := true; again; {
		again = false
		single, all = 0, 0
		for _, c := range p.of {
			left := e.cand[c]
			all |= left
			if left&(left-1) == 0 {
				if single&left != 0 {
					return false
				}
				single |= left
			}
		}
		for _, c := range p.of {
			if left := e.cand[c]; left&(left-1) != 0 && left&single != 0 {
				if !e.removeAll(c, single) {
					return false
				}
				again = true
			}
		}
	}
	return bits.OnesCount64(all) >= len(p.of)
}
