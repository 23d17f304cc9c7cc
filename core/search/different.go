package search

import "math/bits"

// different has no step of a word whose cells differ lead on that only words with a repeated digit take. It looks at the
// sets of digits that are left over at each state, so that the sweeps need not:
//
//	skyscraper:    the tallest of four cells is not 1 2 3    if it is 4, the fifth cell is seen
func (e *Engine) different(layers []layer) {
	n, last := e.frame.n, len(layers)-1
	states, width := 0, (1<<n+63)/64
	for _, l := range layers {
		states += len(l.leads)
	}
	if last > n || len(layers[0].leads) == 0 || width > mostUnrolled/(states*n) || !e.spend(2*width*states*n) {
		return
	}
	left := make([][]subsets, len(layers)) // of each state
	all := make(subsets, (states+1)*width)
	for i, l := range layers {
		for range l.leads {
			left[i], all = append(left[i], all[:width:width]), all[width:]
		}
	}
	left[0][0].add(1<<n - 1)
	for i, l := range layers[:last] {
		for s, leads := range l.leads {
			for ; leads != 0; leads &= leads - 1 {
				d := bits.TrailingZeros64(leads)
				left[i+1][l.next[s*n+d]].without(left[i][s], d)
			}
		}
	}
	for i := last - 1; i >= 0; i-- {
		l := layers[i]
		for s, leads := range l.leads {
			clear(all)
			for ; leads != 0; leads &= leads - 1 {
				d := bits.TrailingZeros64(leads)
				if !all.with(left[i+1][l.next[s*n+d]], d, left[i][s]) {
					l.leads[s] &^= 1 << d
				}
			}
			copy(left[i][s], all)
		}
	}
}

// subsets is sets of digits: a bit for each, at the number whose bits are its digits.
type subsets []uint64

func (s subsets) add(set int) { s[set>>6] |= 1 << (set & 63) }

// without adds the sets of another list that have digit d, without it.
func (s subsets) without(from subsets, d int) {
	for w, sets := range from {
		if d < len(lacks) {
			s[w] |= sets >> (1 << d) & lacks[d]
		} else if other := w &^ (1 << (d - len(lacks))); other != w {
			s[other] |= sets
		}
	}
}

// with adds the sets of another list that lack digit d, with it, if they are among some. It reports whether there are
// any.
func (s subsets) with(from subsets, d int, among subsets) (any bool) {
	for w, sets := range from {
		to := w
		if d < len(lacks) {
			sets = sets & lacks[d] << (1 << d)
		} else if to |= 1 << (d - len(lacks)); to == w {
			continue
		}
		sets &= among[to]
		s[to] |= sets
		any = any || sets != 0
	}
	return any
}
