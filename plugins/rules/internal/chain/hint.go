package chain

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
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

// hintList collects chain hints: the best alone, or all. "Best" is by rating, size, kind, and then which came first.
type hintList struct {
	all   bool
	below float64    // unless 0, only hints that are rated below it are wanted
	known *chainHint // unless nil, there is a hint as good as this one
	hints []chainHint
	ids   []int32  // where the hints' struck and path lie
	ends  []target // where their targets lie
}

// reset begins a new search, for all hints or for the best one.
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

// begin begins a new count of nodes.
func (k *counter) begin(marks int) {
	if len(k.seen) < 2*marks {
		k.seen, k.search = make([]uint32, 2*marks), 0
	}
}

// size returns the size of the chains to all targets; once it is above limit any value above limit may be returned.
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

// argument collects the links of a hint, each once, in the order in which they follow from the assumption. Links name
// the candidates that must be off on the board itself, so that they hold under every assumption of a chain around them.
type argument struct {
	*links
	list []sudoku.Link
	seen map[string]bool
}

// argumentOf returns the links of a hint that was found on a grid.
func (h *chainHint) argumentOf(l *links, grid *view) []sudoku.Link {
	a := &argument{links: l, seen: map[string]bool{}}
	if h.targets == nil {
		a.addPath(h.path, grid)
	}
	for i := range h.targets {
		a.addRun(&h.targets[i])
	}
	return a.list
}

// addPath adds a single chain, which is given from its end to its source.
func (a *argument) addPath(path []int32, grid *view) {
	for i := len(path) - 1; i > 0; i-- {
		if from, to := path[i], path[i-1]; isOn(from) {
			a.add(sudoku.WeakLink, to, a.candidate(from))
		} else {
			a.addStrong(a.strongCause(grid, from, to), to)
		}
	}
}

// addRun adds what a target rests on in its run.
func (a *argument) addRun(t *target) {
	for _, node := range t.inOrder() {
		parents := t.run.parentsOf(node)
		switch {
		case len(parents) == 0:
		case isOn(node):
			a.addStrong(int(t.run.cause[idOf(node)]), node)
		case isOn(parents[0]):
			a.add(sudoku.WeakLink, node, a.candidate(parents[0]))
		default:
			a.addLost(t.run, parents, node)
		}
	}
}

// addStrong adds that a node is on because all others of its cell, or of its digit's places in a house, are off.
func (a *argument) addStrong(cause int, node int32) {
	m := a.marks[idOf(node)]
	var others []sudoku.Candidate
	if cause == cellCause {
		for vs := a.Cand[m.Cell] &^ (1 << uint(m.V)); vs != 0; vs &= vs - 1 {
			others = append(others, sudoku.Candidate{Cell: m.Cell, Digit: bits.TrailingZeros64(vs) + 1})
		}
	} else {
		for slots := a.Places(cause, m.V); slots != 0; slots &= slots - 1 {
			if c := a.CellAt(cause, slots); c != m.Cell {
				others = append(others, sudoku.Candidate{Cell: c, Digit: m.V + 1})
			}
		}
	}
	a.add(sudoku.StrongLink, node, others...)
}

// addLost adds that a node is off because a technique, or a chain nested within, has shown it.
func (a *argument) addLost(r *run, parents []int32, node int32) {
	if in := r.inner[node]; in > 0 {
		for _, l := range r.nested[in-1].argument {
			a.addLink(l)
		}
	}
	from := make([]sudoku.Candidate, len(parents))
	for i, p := range parents {
		from[i] = a.candidate(p)
	}
	a.add(sudoku.LostLink, node, from...)
}

// add adds a link to a node.
func (a *argument) add(kind sudoku.LinkKind, node int32, from ...sudoku.Candidate) {
	a.addLink(sudoku.Link{Kind: kind, From: from, To: []sudoku.Candidate{a.candidate(node)}})
}

// addLink adds a link, once.
func (a *argument) addLink(l sudoku.Link) {
	key := []byte{byte(l.Kind)}
	for _, c := range slices.Concat(l.To, l.From) {
		key = append(key, byte(c.Cell>>8), byte(c.Cell), byte(c.Digit))
	}
	if !a.seen[string(key)] {
		a.seen[string(key)] = true
		a.list = append(a.list, l)
	}
}

// candidate returns the candidate of a node.
func (a *argument) candidate(node int32) sudoku.Candidate {
	m := a.marks[idOf(node)]
	return sudoku.Candidate{Cell: m.Cell, Digit: m.V + 1}
}

// inOrder returns the nodes that a target rests on, in the order in which they were found.
func (t *target) inOrder() []int32 {
	nodes := t.ancestors()
	slices.SortStableFunc(nodes, func(a, b int32) int {
		return cmp.Or(cmp.Compare(t.run.from[a]+min(1, t.run.many[a]), t.run.from[b]+min(1, t.run.many[b])),
			cmp.Compare(a, b))
	})
	return nodes
}
