package chain

import (
	"math"
	"slices"
)

// chainKind says which argument a chain hint makes. Its value is Sudoku Explainer's sort key for equal
// ratings and lengths.
type chainKind int

const (
	doubleChain   chainKind = 1 // on or off, the same follows
	xChain        chainKind = 2 // a forcing chain or cycle of X links
	yChain        chainKind = 3 // a cycle of Y links
	xyChain       chainKind = 4 // a forcing chain or cycle of both
	cellChain     chainKind = 5 // whatever a cell holds, the same follows
	houseChain    chainKind = 6 // wherever a digit is in a house, the same follows
	contradiction chainKind = 7 // a candidate leads to another that is both on and off
)

// chainHint is what a search for chains found.
type chainHint struct {
	rating  float64
	size    int // nodes in all chains
	kind    chainKind
	cycle   bool     // the one chain is a cycle
	source  int32    // node that the chains assume, or one of them
	house   int      // of a houseChain
	placed  int32    // candidate that is proved on, -1 for none
	struck  []int32  // candidates that are proved off, increasing
	path    []int32  // kinds 2 to 4: nodes from the conclusion back to the source; nil for one that is still to be traced
	targets []target // other kinds: the conclusion in each run
}

// target is a node that a run has reached.
type target struct {
	run  *run
	node int32
}

// hintList collects chain hints: the best alone, or all. "Best" is by rating, size, kind, and then
// which came first.
type hintList struct {
	all   bool
	below float64    // unless 0, only hints that are rated below it are wanted
	known *chainHint // unless nil, there is a hint as good as this one
	hints []chainHint
	ids   []int32  // where the hints' struck and path lie
	ends  []target // where their targets lie
}

func (h *hintList) reset(all bool) {
	h.all, h.below, h.known = all, 0, nil
	h.hints, h.ids, h.ends = h.hints[:0], h.ids[:0], h.ends[:0]
}

// better reports whether a comes before b.
func better(a, b *chainHint) bool {
	switch {
	case a.rating != b.rating:
		return a.rating < b.rating
	case a.size != b.size:
		return a.size < b.size
	}
	return a.kind < b.kind
}

// limit returns the largest size at which a hint of a base rating and kind would still be wanted.
func (h *hintList) limit(base float64, kind chainKind) int {
	if h.all || h.below == 0 && len(h.hints) == 0 && h.known == nil {
		return maxLength
	}
	size := 0
	for size < maxLength && h.wants(&chainHint{rating: base + lengthRating(size+1), size: size + 1, kind: kind}) {
		size++
	}
	return size
}

// wants reports whether a hint could become the best.
func (h *hintList) wants(c *chainHint) bool {
	switch {
	case h.below != 0 && math.Round(c.rating*10)/10 >= h.below: // ratings are compared as they are printed
		return false
	case len(h.hints) > 0:
		return better(c, &h.hints[0])
	}
	return h.known == nil || !better(h.known, c)
}

// add keeps a hint that is wanted.
func (h *hintList) add(c *chainHint) {
	if h.all || len(h.hints) == 0 {
		h.hints = append(h.hints, *c)
		return
	}
	h.hints[0] = *c
}

// distinct goes through the hints, the best first, and leaves out those that prove what a better one has proved.
func (h *hintList) distinct(yield func(*chainHint) bool) {
	if len(h.hints) > 1 {
		slices.SortStableFunc(h.hints, func(a, b chainHint) int {
			switch {
			case better(&a, &b):
				return -1
			case better(&b, &a):
				return 1
			}
			return 0
		})
	}
	var proved [][]int32
	for i := range h.hints {
		if len(h.hints) > 1 {
			struck := h.hints[i].struck
			if slices.ContainsFunc(proved, func(known []int32) bool { return slices.Equal(known, struck) }) {
				continue
			}
			proved = append(proved, struck)
		}
		if !yield(&h.hints[i]) {
			return
		}
	}
}

// maxLength is the most nodes of a hint that its rating tells apart.
const maxLength = 8193

// lengthRating is what a hint of n nodes is rated above its base: 0.1 for each of 4, 6, 8, 12, 16, 24, … that n−2
// exceeds, added up one by one.
func lengthRating(n int) float64 { return tenths[lengthSteps[n]] }

// tenths[k] is 0.1 added up k times.
var tenths = func() (sums [25]float64) {
	for k := range sums[1:] {
		sums[k+1] = sums[k] + 0.1
	}
	return sums
}()

// lengthSteps[n] is how many of 4, 6, 8, 12, … n−2 exceeds.
var lengthSteps = func() (steps [maxLength + 1]uint8) {
	for size, next, k := 4, 6, uint8(1); size+3 <= maxLength; size, next, k = next, 2*size, k+1 {
		for n := size + 3; n <= min(next+2, maxLength); n++ {
			steps[n] = k
		}
	}
	return steps
}()
