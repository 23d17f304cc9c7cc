package search

import (
	"math/bits"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// wide has Σ w·x(c) lie in a range where exact would have too many sums to go through. Cells of one weight that differ are a
// clique: the least that they add is that of different digits, 1 + 2 + 3 and not 1 + 1 + 1. What the others add at least
// and at most bounds a clique, and what the rest of a clique adds without a digit bounds the cell that would hold it.
type wide struct {
	of      []int32 // clique after clique
	cliques []clique
	total   []clause.Range
}

func (p *wide) cells() []int32 { return p.of }

// propagate leaves each cell the digits with which the bounds of all others allow the total.
func (p *wide) propagate(e *Engine) bool {
	low, high, rest := 0, 0, p.of
	for i := range p.cliques {
		q := &p.cliques[i]
		l, h, possible := e.bounds(rest[:q.size], -1, 0)
		if !possible {
			return false
		}
		q.low, q.high = scaled(l, h, q.weight)
		low, high, rest = low+q.low, high+q.high, rest[q.size:]
	}
	if !within(p.total, low, high) {
		return false
	}
	rest = p.of
	for _, q := range p.cliques {
		cells := rest[:q.size]
		rest = rest[q.size:]
		if r := p.total[0]; len(p.total) == 1 && low-q.low+q.high <= r.High && high-q.high+q.low >= r.Low {
			continue // any sum of this clique goes with some of the others
		}
		for j, c := range cells {
			left := uint64(0)
			for digits := e.cand[c]; digits != 0; digits &= digits - 1 {
				l, h, possible := e.bounds(cells, j, digits&-digits)
				d := bits.TrailingZeros64(digits) + 1
				l, h = scaled(l+d, h+d, q.weight)
				if possible && within(p.total, low-q.low+l, high-q.high+h) {
					left |= digits & -digits
				}
			}
			if !e.keep(c, left) {
				return false
			}
		}
	}
	return true
}

// bounds returns the least and the greatest sum of different digits of some cells but one, without a digit.
func (e *Engine) bounds(cells []int32, but int, without uint64) (low, high int, possible bool) {
	var least, most [64]int // sorted
	k := 0
	for i, c := range cells {
		left := e.cand[c] &^ without
		if i == but {
			continue
		}
		if left == 0 {
			return 0, 0, false
		}
		l, h, j := bits.TrailingZeros64(left)+1, bits.Len64(left), k
		for ; j > 0 && least[j-1] > l; j-- {
			least[j] = least[j-1]
		}
		least[j] = l
		for j = k; j > 0 && most[j-1] < h; j-- {
			most[j] = most[j-1]
		}
		most[j] = h
		k++
	}
	for i := range k {
		if i > 0 {
			least[i], most[i] = max(least[i], least[i-1]+1), min(most[i], most[i-1]-1)
		}
		low, high = low+least[i], high+most[i]
	}
	return low, high, true
}

// weighted makes the propagators of a sum of cells, each with its weight, and reports whether it goes through all sums: the
// bounds are added if there are too many, or if more cells differ than make a part.
func (k *compiler) weighted(weight []int, total []clause.Range, parts bool) bool {
	var cells []int32
	for c, w := range weight {
		if w != 0 {
			cells = append(cells, int32(c))
		}
	}
	cells, cliques := k.cliques(cells, func(i int) clique { return clique{weight: weight[cells[i]]} })
	p := k.newSum(cells, cliques, total, parts)
	if p != nil {
		k.add(p)
	}
	if p == nil || parts && slices.ContainsFunc(cliques, func(q clique) bool { return q.size > mostOfPart }) {
		k.add(&wide{cells, cliques, total})
	}
	return p != nil
}

// lessHouses takes houses of N cells off a sum while more of the cells of one have the weight 1, or −1, than none. What is
// left may have cells of both signs, which bound each other worse, so that both sums are of use. It reports whether there
// are any such houses.
func (k *compiler) lessHouses(weight []int, total []clause.Range) (less bool) {
	for again := true; again; less = less || again {
		again = false
		for _, house := range k.e.frame.houses {
			times := map[int]int{} // of each weight
			for _, c := range house {
				times[weight[c]]++
			}
			w := 1
			if times[-1] > times[1] {
				w = -1
			}
			if times[w] <= times[0] || len(house) != k.n {
				continue
			}
			again = true
			for _, c := range house {
				weight[c] -= w
			}
			for i := range total {
				total[i].Low -= w * k.n * (k.n + 1) / 2
				total[i].High -= w * k.n * (k.n + 1) / 2
			}
		}
	}
	return less
}
