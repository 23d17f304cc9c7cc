package search

import (
	"math/bits"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// count has as many cells hold a digit of a set as a range allows. Cells that differ, a clique, hold each digit once: no
// more of them count than the set has digits left, and no fewer than the other digits leave. The bounds of the cliques add
// up to those of the whole, and what the others cannot give is what one has to. Where a clique needs all cells that can
// count, they keep the set; where it needs all digits, each leaves the cells that see all its places:
//
//	three of 1 2 in a column and one cell beside it:   12? 12? ??? | 12?    the column holds 1 and 2 at least once
type count struct {
	of      []int32 // clique after clique
	cliques []int   // cells of each
	set     uint64
	total   []clause.Range
	low     []int // scratch: bounds of each clique
	high    []int
}

// count makes the propagator of a count: one for cells that count alike, or else a sum.
func (k *compiler) count(c *clause.Clause) {
	if !alike(c) {
		k.add(newCount(c))
		return
	}
	cells, cliques := k.cliques(narrow(c.Cells))
	k.add(newAlike(cells, cliques, uint64(c.Digits[0]), c.Total))
}

func newAlike(cells []int32, cliques []int, set uint64, total []clause.Range) *count {
	return &count{cells, cliques, set, total, make([]int, len(cliques)), make([]int, len(cliques))}
}

// alike reports whether the cells of a count come once, with weight 1 and the same set.
func alike(c *clause.Clause) bool {
	for i, set := range c.Digits {
		if set != c.Digits[0] || c.Weight(i) != 1 {
			return false
		}
	}
	return !repeats(narrow(c.Cells))
}

// mostUnited is how many counts of the same cells are united.
const mostUnited = 6

// unite adds what counts of the same cells and of sets that share no digit say of each union of these: four digits, each
// in one of four cells, leave no room for a fifth.
func (k *compiler) unite(source []clause.Clause) {
	groups, order := map[string][]*clause.Clause{}, []string{}
	for i := range source {
		c := &source[i]
		if c.Kind != clause.Count || !alike(c) || len(c.Total) == 0 {
			continue
		}
		key := cellsKey(narrow(c.Cells))
		if groups[key] == nil {
			order = append(order, key)
		}
		var all clause.Digits
		for _, other := range groups[key] {
			all |= other.Digits[0]
		}
		if len(groups[key]) < mostUnited && all&c.Digits[0] == 0 {
			groups[key] = append(groups[key], c)
		}
	}
	for _, key := range order {
		group := groups[key]
		if len(group) < 2 || !k.e.spend(len(group[0].Cells)<<len(group)) {
			continue
		}
		cells, cliques := k.cliques(narrow(group[0].Cells))
		for chosen := 3; chosen < 1<<len(group); chosen++ {
			var set clause.Digits
			var total clause.Range
			for rest := chosen; rest != 0; rest &= rest - 1 {
				c := group[bits.TrailingZeros(uint(rest))]
				set |= c.Digits[0]
				total.Low += max(c.Total[0].Low, 0)
				total.High += min(c.Total[len(c.Total)-1].High, len(cells))
			}
			if chosen&(chosen-1) != 0 && set != clause.All(k.n) {
				k.add(newAlike(cells, cliques, uint64(set), []clause.Range{total}))
			}
		}
	}
}

// cliques puts cells in another order, cells that differ together, and returns how many each clique has. It begins with the
// first cell that is left and goes on with the one that sees most of those that could follow.
func (k *compiler) cliques(cells []int32) (ordered []int32, sizes []int) {
	rest := k.e.frame.empty()
	for _, c := range cells {
		rest.add(c)
	}
	for len(ordered) < len(cells) {
		size, may := 0, rest
		for {
			next, most := int32(-1), -1
			for _, c := range cells {
				if may.has(c) {
					if sees := may.common(k.sees[c]).size(); sees > most {
						next, most = c, sees
					}
				}
			}
			if next < 0 {
				break
			}
			ordered = append(ordered, next)
			rest[next>>6] &^= 1 << (next & 63)
			may = may.common(k.sees[next])
			size++
		}
		k.e.spend(size * len(cells))
		sizes = append(sizes, size)
	}
	return ordered, sizes
}

func (s cellSet) common(t cellSet) cellSet {
	both := make(cellSet, len(s))
	for w := range both {
		both[w] = s[w] & t[w]
	}
	return both
}

func (p *count) cells() []int32 { return p.of }

// propagate finds the bounds of each clique, and what each has to hold of the set and of the other digits.
func (p *count) propagate(e *Engine) bool {
	low, high, first := 0, 0, 0
	var all uint64
	for i, size := range p.cliques {
		cells := p.of[first : first+size]
		may, in := e.may(cells, p.set)
		mayNot, out := e.may(cells, ^p.set)
		p.low[i] = size - min(mayNot, bits.OnesCount64(out))
		p.high[i] = min(may, bits.OnesCount64(in))
		low, high, first, all = low+p.low[i], high+p.high[i], first+size, all|in
	}
	least, most, possible := clip(p.total, low, high)
	if !possible {
		return false
	}
	first = 0
	for i, size := range p.cliques {
		cells := p.of[first : first+size]
		needs, takes := least-(high-p.high[i]), most-(low-p.low[i])
		if !e.hold(cells, p.set, needs) || !e.hold(cells, ^p.set, size-takes) {
			return false
		}
		first += size
	}
	if low == 0 && least > 0 && all&(all-1) == 0 {
		return e.leaveSeen(p.of, all)
	}
	return true
}

// clip returns the least and the greatest number of some ranges from low to high, if there is one.
func clip(total []clause.Range, low, high int) (least, most int, possible bool) {
	for _, r := range total {
		if r.High < low || r.Low > high {
			continue
		}
		if !possible {
			least, possible = max(low, r.Low), true
		}
		most = min(high, r.High)
	}
	return least, most, possible
}

// may returns how many cells may hold a digit of a set, and which digits of it they may hold.
func (e *Engine) may(cells []int32, set uint64) (count int, digits uint64) {
	for _, c := range cells {
		if in := e.cand[c] & set; in != 0 {
			count++
			digits |= in
		}
	}
	return count, digits
}

// hold has so many of some cells that differ, or more, hold digits of a set.
func (e *Engine) hold(cells []int32, set uint64, least int) bool {
	if least <= 0 {
		return true
	}
	may, digits := e.may(cells, set)
	if most := bits.OnesCount64(digits); least > may || least > most {
		return false
	} else if least == may {
		for _, c := range cells {
			if e.cand[c]&set != 0 && !e.keep(c, set) {
				return false
			}
		}
	} else if least < most {
		return true
	}
	for ; least == bits.OnesCount64(digits) && digits != 0; digits &= digits - 1 {
		if !e.leaveSeen(cells, digits&-digits) {
			return false
		}
	}
	return true
}

// leaveSeen strikes a digit that one of some cells must hold from all cells that see each of its places there.
func (e *Engine) leaveSeen(cells []int32, digit uint64) bool {
	e.common = append(e.common[:0], e.clauses.every...)
	for _, c := range cells {
		if e.cand[c]&digit != 0 {
			for w, seen := range e.clauses.sees[c] {
				e.common[w] &= seen
			}
		}
	}
	for w, seen := range e.common {
		for ; seen != 0; seen &= seen - 1 {
			c := int32(w<<6 + bits.TrailingZeros64(seen))
			if e.cand[c]&digit != 0 && !e.leave(c, e.cand[c]&^digit) {
				return false
			}
		}
	}
	return true
}
