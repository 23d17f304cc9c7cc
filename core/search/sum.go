package search

import (
	"math/bits"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// sum has Σ w·x(c) lie in a range and goes through all sums of its cells at once: a set of sums is a word, bit s for the sum s
// above the least there is, and adding a number to all of them is a shift. Cells of weight 1 that differ are a part: its sums
// are those of different digits. Each cell is named once, and sums are few enough for a word (see wide).
type sum struct {
	of     []int32
	parts  []int        // how many cells each has, in order
	shift  []*[64]uint8 // by cell and digit
	target uint64
	aside  bool // see score
}

const mostOfPart = 3

// newSum makes the propagator of a sum, nil if there are too many sums; parts says whether cells that differ are to be parts
// of it.
func (k *compiler) newSum(cells []int32, cliques []clique, total []clause.Range, parts bool) *sum {
	p, n := &sum{of: cells}, k.n
	least, most, widest := 0, 0, 0
	for _, q := range cliques {
		size, w := 1, q.weight
		if parts && w == 1 {
			size = mostOfPart
		}
		for part := range slices.Chunk(make([]bool, q.size), size) {
			p.parts = append(p.parts, len(part))
		}
		p.shift = append(p.shift, slices.Repeat([]*[64]uint8{newShift(w, n)}, q.size)...)
		least += q.size * min(w, w*n)
		most += q.size * max(w, -w) * (n - 1)
		widest = max(widest, max(w, -w)*(n-1))
	}
	if len(total) > 0 {
		most = min(most, total[len(total)-1].High-least) // sums above all ranges only grow
	}
	if most > 63 || widest > 63 {
		return nil
	}
	for _, r := range total {
		for s := max(r.Low-least, 0); s <= min(r.High-least, most); s++ {
			p.target |= 1 << s
		}
	}
	return p
}

func (p *sum) cells() []int32 { return p.of }

// within reports whether a range has a number from low to high.
func within(total []clause.Range, low, high int) bool {
	for _, r := range total {
		if low <= r.High && high >= r.Low {
			return true
		}
	}
	return false
}

// newShift returns by digit what it adds, times a weight, above the least that a digit adds.
func newShift(weight, n int) *[64]uint8 {
	shift := new([64]uint8)
	for d := range n {
		shift[d] = uint8(weight*(d+1) - min(weight, weight*n))
	}
	return shift
}

// propagate goes back from the target to the possible sums before each part, and forth with the reachable ones.
func (p *sum) propagate(e *Engine) bool {
	of := p.of
	behind := e.behind[:len(p.parts)+1] // before each part: what may be the sum of the cells so far
	behind[len(p.parts)] = p.target
	for i, last := len(p.parts)-1, len(of); i >= 0; i-- {
		first := last - p.parts[i]
		before := uint64(0)
		if p.parts[i] == 1 {
			shift, after := p.shift[first], behind[i+1]
			for digits := e.cand[of[first]]; digits != 0; digits &= digits - 1 {
				before |= after >> (shift[bits.TrailingZeros64(digits)&63] & 63)
			}
		} else {
			for part := sumsOf(e, of[first:last]); part != 0; part &= part - 1 {
				before |= behind[i+1] >> bits.TrailingZeros64(part)
			}
		}
		behind[i], last = before, first
	}
	sums := behind[0] & 1
	if sums == 0 {
		return false
	}
	first := 0
	for i, size := range p.parts {
		last := first + size
		after, alive := uint64(0), false
		if size == 1 {
			left, shift, before := uint64(0), p.shift[first], behind[i+1]
			for digits := e.cand[of[first]]; digits != 0; digits &= digits - 1 {
				if to := sums << (shift[bits.TrailingZeros64(digits)&63] & 63) & before; to != 0 {
					after |= to
					left |= digits & -digits
				}
			}
			alive = e.keep(of[first], left)
		} else {
			may := uint64(0)
			for part := sumsOf(e, of[first:last]); part != 0; part &= part - 1 {
				if to := sums << bits.TrailingZeros64(part) & behind[i+1]; to != 0 {
					after |= to
					may |= part & -part
				}
			}
			alive = restrict(e, of[first:last], may)
		}
		if !alive {
			return false
		}
		sums, first = after, last
	}
	return true
}

// sumsOf returns the sums of two or three cells that differ, above the least.
func sumsOf(e *Engine, of []int32) (all uint64) {
	a, b := e.cand[of[0]], e.cand[of[1]]
	if len(of) == 2 {
		return sumsOfTwo(a, b)
	}
	for c := e.cand[of[2]]; c != 0; c &= c - 1 {
		all |= sumsOfTwo(a&^(c&-c), b&^(c&-c)) << bits.TrailingZeros64(c)
	}
	return all
}

// sumsOfTwo returns the sums of two different digits, one of each set.
func sumsOfTwo(a, b uint64) (all uint64) {
	for ; a != 0; a &= a - 1 {
		all |= b &^ (a & -a) << bits.TrailingZeros64(a)
	}
	return all
}

// restrict leaves two or three cells that differ what makes one of some sums.
func restrict(e *Engine, of []int32, may uint64) bool {
	var cand, kept [mostOfPart]uint64
	for i, c := range of {
		cand[i] = e.cand[c]
	}
	for i := range of {
		for digits := cand[i]; digits != 0; digits &= digits - 1 {
			digit, with := digits&-digits, cand[1-i%2]
			if with &^= digit; len(of) == 3 {
				with = sumsOfTwo(cand[(i+1)%3]&^digit, cand[(i+2)%3]&^digit)
			}
			if with<<bits.TrailingZeros64(digit)&may != 0 {
				kept[i] |= digit
			}
		}
	}
	for i, c := range of {
		if !e.keep(c, kept[i]) {
			return false
		}
	}
	return true
}
