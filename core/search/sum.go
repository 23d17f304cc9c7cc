package search

import (
	"math/bits"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// sum has Σ w·x(c) lie in a range. Each cell is named once: weights of a cell that came again have been added.
type sum struct {
	of     []int32
	weight []int
	total  []clause.Range
	exact  *exact // nil if sums are too many for it
}

func newSum(n int, cells, weights []int, total []clause.Range) *sum {
	p := &sum{total: total}
	at := map[int]int{}
	for i, cell := range cells {
		k, known := at[cell]
		if !known {
			k = len(p.of)
			at[cell] = k
			p.of, p.weight = append(p.of, int32(cell)), append(p.weight, 0)
		}
		if weights == nil {
			p.weight[k]++
		} else {
			p.weight[k] += weights[i]
		}
	}
	p.exact = newExact(n, p.weight, total)
	return p
}

func (p *sum) cells() []int32 { return p.of }

// propagate strikes what would take the total out of all ranges whatever the other cells hold, or, if there are too many
// sums to go through, even if they helped as much as they can.
func (p *sum) propagate(e *Engine) bool {
	if p.exact != nil {
		return p.exact.propagate(e, p.of)
	}
	for again := true; again; {
		again = false
		low, high := 0, 0
		for i, c := range p.of {
			l, h := p.bounds(i, e.cand[c])
			low, high = low+l, high+h
		}
		for i, c := range p.of {
			l, h := p.bounds(i, e.cand[c])
			left := uint64(0)
			for digits := e.cand[c]; digits != 0; digits &= digits - 1 {
				x := p.weight[i] * (bits.TrailingZeros64(digits) + 1)
				if within(p.total, low-l+x, high-h+x) {
					left |= digits & -digits
				}
			}
			if left != e.cand[c] {
				if !e.keep(c, left) {
					return false
				}
				again = true
				break
			}
		}
	}
	return true
}

// bounds returns the least and the most that the i-th cell adds to the sum.
func (p *sum) bounds(i int, digits uint64) (low, high int) {
	low, high = p.weight[i]*(bits.TrailingZeros64(digits)+1), p.weight[i]*bits.Len64(digits)
	return min(low, high), max(low, high)
}

// within reports whether a range has a number from low to high.
func within(total []clause.Range, low, high int) bool {
	for _, r := range total {
		if low <= r.High && high >= r.Low {
			return true
		}
	}
	return false
}

// exact goes through all sums of some cells at once: a set of sums is a word, bit s for the sum s above the least there
// is, and adding a number to all of them is a shift.
type exact struct {
	shift  [][]uint8 // by cell and digit
	behind []uint64  // scratch: before each cell, what may be the sum of the cells so far
	target uint64
}

func newExact(n int, weight []int, total []clause.Range) *exact {
	least, span := 0, 0
	for _, w := range weight {
		least += min(w, w*n)
		span += max(w, -w) * (n - 1)
	}
	if span > 63 {
		return nil
	}
	p := &exact{behind: make([]uint64, len(weight)+1)}
	for s := range span + 1 {
		if within(total, least+s, least+s) {
			p.target |= 1 << s
		}
	}
	for _, w := range weight {
		shift := make([]uint8, n)
		for d := range shift {
			shift[d] = uint8(w*(d+1) - min(w, w*n))
		}
		p.shift = append(p.shift, shift)
	}
	return p
}

// propagate goes back from the target to what the sum before each cell may be, and forth with the sums that there are.
func (p *exact) propagate(e *Engine, of []int32) bool {
	p.behind[len(of)] = p.target
	for i := len(of) - 1; i >= 0; i-- {
		before := uint64(0)
		for digits := e.cand[of[i]]; digits != 0; digits &= digits - 1 {
			before |= p.behind[i+1] >> p.shift[i][bits.TrailingZeros64(digits)]
		}
		p.behind[i] = before
	}
	sums := p.behind[0] & 1
	if sums == 0 {
		return false
	}
	for i, c := range of {
		after, left := uint64(0), uint64(0)
		for digits := e.cand[c]; digits != 0; digits &= digits - 1 {
			if to := sums << p.shift[i][bits.TrailingZeros64(digits)] & p.behind[i+1]; to != 0 {
				after |= to
				left |= digits & -digits
			}
		}
		if !e.keep(c, left) {
			return false
		}
		sums = after
	}
	return true
}
