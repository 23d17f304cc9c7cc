package search

import (
	"math/bits"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// sum has Σ w·x(c) lie in a range. Each cell is named once: weights of a cell that came again have been added.
type sum struct {
	of     []int32
	weight []int
	total  []clause.Range
	exact  *exact // nil if sums are too many for it
}

func (e *Engine) newSum(cells []int32, weights []int, total []clause.Range) *sum {
	p := &sum{total: total, of: make([]int32, 0, len(cells)), weight: make([]int, 0, len(cells))}
	for i, cell := range cells {
		k := slices.Index(p.of, cell)
		if k < 0 {
			k = len(p.of)
			p.of, p.weight = append(p.of, cell), append(p.weight, 0)
		}
		if weights == nil {
			p.weight[k]++
		} else {
			p.weight[k] += weights[i]
		}
	}
	p.exact = e.newExact(p.weight, total)
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
	target uint64
}

func (e *Engine) newExact(weight []int, total []clause.Range) *exact {
	n := e.frame.n
	least, span := 0, 0
	for _, w := range weight {
		least += min(w, w*n)
		span += max(w, -w) * (n - 1)
	}
	if span > 63 {
		return nil
	}
	p := &exact{shift: make([][]uint8, len(weight))}
	for _, r := range total {
		for s := max(r.Low-least, 0); s <= min(r.High-least, span); s++ {
			p.target |= 1 << s
		}
	}
	for i, w := range weight {
		p.shift[i] = e.shift(w)
	}
	return p
}

// shift returns by digit what it adds, times a weight, above the least that a digit adds. It is the same for all sums.
func (e *Engine) shift(weight int) []uint8 {
	shift, known := e.shifts[weight]
	if !known {
		shift = make([]uint8, e.frame.n)
		for d := range shift {
			shift[d] = uint8(weight*(d+1) - min(weight, weight*e.frame.n))
		}
		e.shifts[weight] = shift
	}
	return shift
}

// propagate goes back from the target to what the sum before each cell may be, and forth with the sums that there are.
func (p *exact) propagate(e *Engine, of []int32) bool {
	behind := e.behind[:len(of)+1] // before each cell: what may be the sum of the cells so far
	behind[len(of)] = p.target
	for i := len(of) - 1; i >= 0; i-- {
		before := uint64(0)
		for digits := e.cand[of[i]]; digits != 0; digits &= digits - 1 {
			before |= behind[i+1] >> p.shift[i][bits.TrailingZeros64(digits)]
		}
		behind[i] = before
	}
	sums := behind[0] & 1
	if sums == 0 {
		return false
	}
	for i, c := range of {
		after, left := uint64(0), uint64(0)
		for digits := e.cand[c]; digits != 0; digits &= digits - 1 {
			if to := sums << p.shift[i][bits.TrailingZeros64(digits)] & behind[i+1]; to != 0 {
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
