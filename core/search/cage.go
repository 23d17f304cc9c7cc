package search

import (
	"math/bits"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// cage has cells that differ hold a set of a family: a killer cage, a renban line, an innie.
type cage struct {
	of    []int32
	in    *family
	total int // if the sets are all those with this sum; else 0

	// Scratch: the cells that are open, by increasing candidates, and what the sets leave them.
	open []int32
	cand []uint64
	kept []uint64
}

// newCage returns the propagator of cells that differ and have a sum.
func (k *compiler) newCage(cells []int32, in *family, total []clause.Range) *cage {
	scratch := make([]uint64, 2*len(cells))
	p := &cage{of: cells, in: in, cand: scratch[:len(cells)], kept: scratch[len(cells):], open: make([]int32, len(cells))}
	if len(total) == 1 && total[0].Low == total[0].High {
		p.total = total[0].Low
	}
	return p
}

func (p *cage) cells() []int32 { return p.of }

// propagate leaves the cells what some set of the family leaves them. A digit of all sets that are left leaves the cells
// that see all its places.
func (p *cage) propagate(e *Engine) bool {
	k, rest, fixed, alive := p.load(e)
	if !alive {
		return false
	}
	cand, kept := p.cand[:k], p.kept[:k]
	var needed uint64
	switch {
	case p.total > 0 && k == 0:
		return rest == 0
	case p.total > 0 && k == 1:
		kept[0] = cand[0] & digitOf(rest)
		needed = kept[0]
	case p.total > 0 && (k <= 4 || k <= mostMatched && p.quick(k)):
		needed = sumOfSome(cand, kept, rest)
	default:
		e.spend(16 * len(p.in.sets))
		needed = p.sift(k, fixed)
	}
	if kept[0] == 0 {
		return false
	}
	for i, c := range p.open[:k] {
		if e.cand[c]&^kept[i] != 0 && !e.keep(c, kept[i]) {
			return false
		}
	}
	return e.need(p.open[:k], needed)
}

// load finds the cells that are open, sorted by their candidates, and, if only the sum counts, the digits of the others,
// which are gone from these, and what is left of the sum.
func (p *cage) load(e *Engine) (k, rest int, fixed uint64, alive bool) {
	rest = p.total
	for _, c := range p.of {
		left := e.cand[c]
		if p.total > 0 && left&(left-1) == 0 {
			if left&fixed != 0 {
				return 0, 0, 0, false
			}
			fixed |= left
			rest -= bits.Len64(left)
			continue
		}
		p.open[k], p.cand[k] = c, left
		k++
	}
	var count [64]uint8 // candidates of each
	for i, left := range p.cand[:k] {
		left &^= fixed
		if left == 0 {
			return 0, 0, 0, false
		}
		c, j, n := p.open[i], i, uint8(bits.OnesCount64(left))
		for ; j > 0 && count[j-1] > n; j-- {
			p.open[j], p.cand[j], count[j] = p.open[j-1], p.cand[j-1], count[j-1]
		}
		p.open[j], p.cand[j], count[j] = c, left, n
	}
	return k, rest, fixed, true
}

// sift finds what the sets leave the first k of the open cells, in kept, if the others hold the digits of fixed, and
// returns the other digits of all sets that are left.
func (p *cage) sift(k int, fixed uint64) (needed uint64) {
	cand, kept := p.cand[:k], p.kept[:k]
	clear(kept)
	var all, single uint64
	for _, c := range cand {
		all |= c
		if c&(c-1) == 0 {
			single |= c
		}
	}
	needed = ^uint64(0)
sets:
	for _, set := range p.in.sets {
		if fixed&^set != 0 {
			continue
		}
		if needed&^single == 0 && slices.Equal(kept, cand) {
			break // no other set can change that
		}
		set &^= fixed
		if set&^all != 0 || single&^set != 0 {
			continue
		}
		for _, c := range cand {
			if c&set == 0 {
				continue sets
			}
		}
		if p.total == 0 && k < mostMatched { // of six, it finds too little for its time
			if !match(set, cand, kept) {
				continue
			}
		} else {
			for i, c := range cand {
				kept[i] |= c & set
			}
		}
		needed &= set
	}
	if k == 0 || kept[0] == 0 {
		return 0
	}
	return needed
}

// digitOf returns a digit as a set, empty if it is less than 1.
func digitOf(digit int) uint64 {
	if digit < 1 {
		return 0
	}
	return 1 << (digit - 1)
}

// sumOfTwo returns what two cells that differ keep if their sum is total. In a reversed set the complements of digits are a
// shift away.
func sumOfTwo(a, b uint64, total int) (keptA, keptB uint64) {
	half := (1 &^ uint64(total)) << uint(total>>1-1) // both cells would hold it
	a, b = a&^half, b&^half
	reversedA, reversedB := bits.Reverse64(a), bits.Reverse64(b)
	if total > 65 {
		return a & (reversedB << (total - 65)), b & (reversedA << (total - 65))
	}
	return a & (reversedB >> uint(65-total)), b & (reversedA >> uint(65-total))
}

// onlyPair returns the digits of two cells of known sum if those are two; else no digit is in all pairs.
func onlyPair(a, b uint64) uint64 {
	if both := a | b; bits.OnesCount64(both) == 2 {
		return both
	}
	return 0
}

// quick reports whether trying the digits of a sum takes less than going through its sets.
func (p *cage) quick(k int) bool {
	ways := 1
	for _, c := range p.cand[:k-2] {
		ways *= bits.OnesCount64(c)
	}
	return ways < 10*len(p.in.sets)
}

// sumOfSome finds what two to mostMatched cells that differ keep if their sum is total, and returns the digits of all their
// sets.
func sumOfSome(cand, kept []uint64, total int) (needed uint64) {
	if len(cand) == 2 {
		kept[0], kept[1] = sumOfTwo(cand[0], cand[1], total)
		return onlyPair(kept[0], kept[1])
	}
	needed = ^uint64(0)
	clear(kept)
	var others, keep [mostMatched]uint64
	k := len(cand) - 1
	for digits := cand[0]; digits != 0; digits &= digits - 1 {
		d := digits & -digits
		for i, c := range cand[1:] {
			others[i] = c &^ d
		}
		with := sumOfSome(others[:k], keep[:k], total-bits.Len64(d))
		if keep[0] == 0 {
			continue
		}
		kept[0] |= d
		for i, c := range keep[:k] {
			kept[i+1] |= c
		}
		needed &= d | with
	}
	return needed
}
