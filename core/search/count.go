package search

import (
	"math/bits"
	"slices"

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
	cliques []clique
	total   []clause.Range
	one     bool // all count the same set once

	low, high int // scratch of tally: bounds of what all add
}

// clique is cells that differ and count alike: each adds weight if its digit is in the set.
type clique struct {
	size, weight int
	set          uint64

	// Scratch: the bounds of what they add, how many of them may count and may not, and the digits of both.
	low, high, may, mayNot int
	in, out                uint64
}

// newCount returns the propagator of a count, with its cells in cliques that differ.
func (k *compiler) newCount(c *clause.Clause) *count {
	p := &count{total: c.Total, one: alike(c)}
	p.of, p.cliques = k.cliques(narrow(c.Cells), func(i int) clique { return clique{weight: c.Weight(i), set: uint64(c.Digits[i])} })
	return p
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

// counts makes the propagators of counts: one for all of the same cells by sets that share no digit, if there are several.
func (k *compiler) counts(source []clause.Clause) {
	type group struct {
		key    string
		rest   clause.Digits
		counts []*clause.Clause
	}
	var groups []group
	for i := range source {
		c := &source[i]
		if c.Kind != clause.Count || !k.e.spend(k.n*len(c.Cells)) {
			continue
		}
		key, set := cellsKey(narrow(c.Cells)), c.Digits[0]
		at := slices.IndexFunc(groups, func(g group) bool { return g.key == key && set&^g.rest == 0 })
		switch {
		case !alike(c):
			k.add(k.newCount(c))
		case at < 0:
			groups = append(groups, group{key, clause.All(k.n) &^ set, []*clause.Clause{c}})
		default:
			groups[at].counts, groups[at].rest = append(groups[at].counts, c), groups[at].rest&^set
		}
	}
	for _, g := range groups {
		k.tally(g.counts, g.rest)
	}
}

// tally makes the propagator of counts of the same cells by sets that share no digit, and of the rest of the digits.
func (k *compiler) tally(group []*clause.Clause, rest clause.Digits) {
	p := &tally{}
	for _, c := range group {
		p.of = append(p.of, k.newCount(c))
	}
	if len(group) == 1 || len(group[0].Cells) > 63 {
		for _, c := range p.of {
			k.add(c)
		}
		return
	}
	if rest != 0 {
		c := *group[0]
		c.Digits, c.Total = slices.Repeat([]clause.Digits{rest}, len(c.Cells)), []clause.Range{{Low: 0, High: len(c.Cells)}}
		p.of = append(p.of, k.newCount(&c))
	}
	p.behind = make([]uint64, len(p.of)+1)
	k.add(p)
}

// tally is a group of counts of the same cells by sets that share no digit and together have all: the counts add up to the
// number of cells. Circles are nine of them, each of which counts nothing or its digit. Three named digits in three cells leave
// nothing for the count of the other six.
type tally struct {
	of     []*count
	behind []uint64 // scratch: before each count, what those before it may have counted, a bit for each number
}

func (p *tally) cells() []int32 { return p.of[0].of }

// propagate goes back from the number of cells to the possible numbers before each count, then forward with the
// reachable ones, as exact does.
func (p *tally) propagate(e *Engine) bool {
	last := len(p.of)
	p.behind[last] = 1 << len(p.of[0].of)
	for i := last - 1; i >= 0; i-- {
		c := p.of[i]
		c.low, c.high = c.bounds(e)
		p.behind[i] = 0
		for may := c.may(c.low, c.high); may != 0; may &= may - 1 {
			p.behind[i] |= p.behind[i+1] >> bits.TrailingZeros64(may)
		}
	}
	counted := uint64(1)
	for i, c := range p.of {
		after, left := uint64(0), uint64(0)
		for may := c.may(c.low, c.high); may != 0; may &= may - 1 {
			if to := counted << bits.TrailingZeros64(may) & p.behind[i+1]; to != 0 {
				after |= to
				left |= may & -may
			}
		}
		if left == 0 || !c.meet(e, bits.TrailingZeros64(left), bits.Len64(left)-1, c.low, c.high) {
			return false
		}
		counted = after
	}
	return true
}

// may returns the numbers from low to high that are in a range, a bit for each.
func (p *count) may(low, high int) (numbers uint64) {
	for _, r := range p.total {
		if first, last := max(low, r.Low), min(high, r.High); first <= last {
			numbers |= 2<<last - 1<<first
		}
	}
	return numbers
}

// cliques puts cells in another order, clique after clique; like says how a cell counts.
func (k *compiler) cliques(cells []int32, like func(i int) clique) (ordered []int32, cliques []clique) {
	done := make([]bool, len(cells))
	for i := range cells {
		q, alike := like(i), k.e.frame.empty()
		for j := i; j < len(cells); j++ {
			if !done[j] && like(j) == q && !alike.has(cells[j]) {
				done[j] = true
				alike.add(cells[j])
			}
		}
		for alike.size() > 0 {
			before := len(ordered)
			ordered = k.grow(ordered, alike)
			q.size = len(ordered) - before
			cliques = append(cliques, q)
		}
	}
	return ordered, cliques
}

// grow moves cells that differ out of a set. Each is the first that sees most of the cells that can follow.
func (k *compiler) grow(cells []int32, from cellSet) []int32 {
	for may := slices.Clone(from); ; {
		next, most := int32(-1), -1
		for w, rest := range may {
			for ; rest != 0; rest &= rest - 1 {
				c := int32(w<<6 + bits.TrailingZeros64(rest))
				if sees := may.common(k.sees[c]); sees > most {
					next, most = c, sees
				}
			}
		}
		if next < 0 {
			return cells
		}
		cells = append(cells, next)
		from[next>>6] &^= 1 << (next & 63)
		k.e.spend(len(may))
		may.meet(k.sees[next])
	}
}

// common returns how many cells two sets share.
func (s cellSet) common(t cellSet) (n int) {
	for w := range s {
		n += bits.OnesCount64(s[w] & t[w])
	}
	return n
}

func (p *count) cells() []int32 { return p.of }

// propagate strikes from the cells every digit of the set that the bounds and the range exclude.
func (p *count) propagate(e *Engine) bool {
	low, high := p.bounds(e)
	least, most, possible := clip(p.total, low, high)
	return possible && p.meet(e, least, most, low, high)
}

// bounds notes the bounds of each clique and returns their sums.
func (p *count) bounds(e *Engine) (low, high int) {
	rest := p.of
	for i := range p.cliques {
		q := &p.cliques[i]
		q.look(e, rest[:q.size])
		q.low, q.high = scaled(q.size-min(q.mayNot, bits.OnesCount64(q.out)), min(q.may, bits.OnesCount64(q.in)), q.weight)
		low, high, rest = low+q.low, high+q.high, rest[q.size:]
	}
	return low, high
}

// scaled returns the bounds of a number between low and high, times a weight.
func scaled(low, high, weight int) (int, int) {
	return min(low*weight, high*weight), max(low*weight, high*weight)
}

// meet has the cells count from least to most, where the cliques can add from low to high.
func (p *count) meet(e *Engine, least, most, low, high int) bool {
	rest, all := p.of, uint64(0)
	for i := range p.cliques {
		q := &p.cliques[i]
		cells := rest[:q.size]
		rest = rest[q.size:]
		needs, takes := least-(high-q.high), most-(low-q.low)
		if q.weight < 0 {
			needs, takes = -takes, -needs
		}
		if w := max(q.weight, -q.weight); w > 0 &&
			(!e.hold(cells, q.set, (needs+w-1)/w, q.may, q.in) ||
				takes < w*q.size && !e.hold(cells, ^q.set, q.size-takes/w, q.mayNot, q.out)) {
			return false
		}
		all |= q.in
	}
	if p.one && low == 0 && least > 0 && all&(all-1) == 0 {
		return e.need(p.of, all)
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

// look notes how many cells of a clique may count and may not, and with which digits.
func (q *clique) look(e *Engine, cells []int32) {
	q.may, q.mayNot, q.in, q.out = 0, 0, 0, 0
	for _, c := range cells {
		in, out := e.cand[c]&q.set, e.cand[c]&^q.set
		q.in |= in
		q.out |= out
		if in != 0 {
			q.may++
		}
		if out != 0 {
			q.mayNot++
		}
	}
}

// hold has so many of some cells that differ, or more, hold digits of a set. So many may hold some, and these are the digits.
func (e *Engine) hold(cells []int32, set uint64, least, may int, digits uint64) bool {
	most := bits.OnesCount64(digits)
	switch {
	case least <= 0:
		return true
	case least > may || least > most:
		return false
	case least == may:
		for _, c := range cells {
			if e.cand[c]&set != 0 && !e.keep(c, set) {
				return false
			}
		}
	}
	return least < most || e.need(cells, digits)
}

// need strikes digits that some cells must hold from all cells that see each of their places there. The digits of filled cells
// are struck already.
func (e *Engine) need(cells []int32, digits uint64) bool {
	for _, c := range cells {
		if e.value[c] != 0 {
			digits &^= e.cand[c]
		}
	}
	for ; digits != 0; digits &= digits - 1 {
		digit := digits & -digits
		for w, seen := range e.clauses.every {
			for _, c := range cells {
				if e.cand[c]&digit != 0 {
					seen &= e.clauses.sees[c][w]
				}
			}
			if !e.strikeAll(w, seen, digit) {
				return false
			}
		}
	}
	return true
}

// strikeAll takes a digit from cells, which are word w of a set.
func (e *Engine) strikeAll(w int, cells, digit uint64) bool {
	for ; cells != 0; cells &= cells - 1 {
		c := int32(w<<6 + bits.TrailingZeros64(cells))
		if e.cand[c]&digit != 0 && !e.leave(c, e.cand[c]&^digit) {
			return false
		}
	}
	return true
}
