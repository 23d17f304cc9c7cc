package chain

import (
	"cmp"
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

// compare orders hints, the best first.
func compare(a, b *chainHint) int {
	switch {
	case a.rating != b.rating:
		return cmp.Compare(a.rating, b.rating)
	case a.size != b.size:
		return a.size - b.size
	}
	return int(a.kind - b.kind)
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
		return compare(c, &h.hints[0]) < 0
	}
	return h.known == nil || compare(h.known, c) >= 0
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
		slices.SortStableFunc(h.hints, func(a, b chainHint) int { return compare(&a, &b) })
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

// counter measures chains: the distinct nodes that each target rests on, and the size of each distinct nested
// chain among them once.
type counter struct {
	seen   []uint32
	search uint32
	todo   []int32
	inner  []*nestedChain
}

func (k *counter) begin(marks int) {
	if len(k.seen) < 2*marks {
		k.seen, k.search = make([]uint32, 2*marks), 0
	}
}

// size returns the size of the chains to all targets; once it is above limit any value above limit
// may be returned.
func (k *counter) size(targets []target, limit int) int {
	total := 0
	k.inner = k.inner[:0]
	for _, t := range targets {
		total += k.ancestors(t.run, t.node, limit-total)
		if total > limit {
			return total
		}
	}
	for _, n := range k.inner {
		total += n.size
	}
	return total
}

// ancestors counts the nodes that a node rests on, itself included, and gathers nested chains.
func (k *counter) ancestors(r *run, node int32, limit int) int {
	k.search++
	k.seen[node] = k.search
	k.todo = append(k.todo[:0], node)
	for i := 0; i < len(k.todo) && len(k.todo) <= limit; i++ {
		nd := k.todo[i]
		if in := r.inner[nd]; in > 0 {
			k.gather(&r.nested[in-1])
		}
		for _, p := range r.parentsOf(nd) {
			if k.seen[p] != k.search {
				k.seen[p] = k.search
				k.todo = append(k.todo, p)
			}
		}
	}
	return len(k.todo)
}

// gather adds a nested chain unless an equal one is there.
func (k *counter) gather(n *nestedChain) {
	if !slices.ContainsFunc(k.inner, n.equal) {
		k.inner = append(k.inner, n)
	}
}
