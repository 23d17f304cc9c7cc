package pattern

import (
	"math/bits"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// Aligned exclusion: of all ways to fill two or three cells, drop those that repeat a digit within a house and those
// that take every candidate of some cell that sees all of them. A digit of a cell that is in no way left is impossible.

// aligned holds what aligned exclusion knows of a board.
type aligned struct {
	*board.Position
	k         int
	bases     []int           // cells that may be part of the aligned set
	isBase    board.CellSet   // the same as a set
	single    board.CellSet   // cells with one candidate
	excluders board.CellSet   // cells with 2 … k candidates
	sets      []board.CellSet // base → the excluders that it sees
	common    board.CellSet
	limits    []uint64 // candidates of the common excluders that chosen cells can take all of
	chosen    []int
	allowed   [3]uint64 // per chosen cell, digits that are in an allowed way
	// The test of some cells depends only on the candidates of these cells and of the excluders. So each call of Each
	// has a number, and a test is not repeated until one of them has changed.
	call    int64
	known   []uint64      // cell → its candidates at this call
	failed  []int64       // pair of cells → the call in which it, with all third cells, excluded nothing
	recent  board.CellSet // the cells that have changed since the call before
	near    board.CellSet // bases that are recent or see a recent excluder
	isKnown bool          // the first two chosen cells failed in the call before
	tails   board.CellSet
}

// Aligned makes the technique that finds aligned exclusion of k = 2 (6.2) or 3 cells (7.5): digits that are in no way
// to fill them.
func Aligned(k int) board.Maker {
	return func(p *board.Position) board.Technique {
		a := &aligned{Position: p, k: k, isBase: board.NewCellSet(p.Cells), single: board.NewCellSet(p.Cells),
			excluders: board.NewCellSet(p.Cells), recent: board.NewCellSet(p.Cells), near: board.NewCellSet(p.Cells),
			common: board.NewCellSet(p.Cells), tails: board.NewCellSet(p.Cells),
			sets: make([]board.CellSet, p.Cells), known: make([]uint64, p.Cells), failed: make([]int64, p.Cells*p.Cells)}
		for c := range a.sets {
			a.sets[c] = board.NewCellSet(p.Cells)
		}
		return a
	}
}

// Each finds one use: pairs of base cells in order, and with three cells a third one, until all ways but some are
// excluded.
func (a *aligned) Each(done func() bool) bool {
	hasSingle := a.collect()
	for j := 1; j < len(a.bases); j++ {
		for i := range j {
			first, second := a.bases[i], a.bases[j]
			pair := &a.failed[first*a.Cells+second]
			a.isKnown = *pair == a.call-1
			stop, found := false, false
			if !a.isKnown || a.near.Has(first) || a.near.Has(second) {
				stop, found = a.withPair(first, second, done)
			}
			switch {
			case stop || found && !a.All:
				return stop
			case !found && !hasSingle:
				*pair = a.call
			}
		}
	}
	return false
}

// withPair tries two cells, for k = 3 with each third cell. It reports whether done returned true, and whether it was
// called.
func (a *aligned) withPair(first, second int, done func() bool) (stop, found bool) {
	if !a.sets[first].ShareTwo(a.sets[second]) {
		return false, false
	}
	a.chosen = append(a.chosen[:0], first, second)
	if a.k == 3 {
		return a.withTails(done)
	}
	if a.isNew() && a.excludes() {
		return done(), true
	}
	return false, false
}

// isNew reports whether the first two chosen cells have to be tested: not if they failed in the call before and neither
// of them, nor an excluder that both see, is recent.
func (a *aligned) isNew() bool {
	first, second := a.chosen[0], a.chosen[1]
	a.common.SetAnd(a.sets[first], a.sets[second])
	return !a.isKnown || a.recent.Has(first) || a.recent.Has(second) || a.recent.Meets(a.common)
}

// collect finds the bases: cells with two candidates or more that see two excluders and no naked single. It reports
// whether there is a naked single: then a cell that is no base may become one without any change to the cells that it
// sees.
func (a *aligned) collect() (hasSingle bool) {
	a.call++
	clear(a.recent)
	clear(a.single)
	clear(a.excluders)
	for c, vs := range a.Cand {
		if vs != a.known[c] {
			a.known[c] = vs
			a.recent.Add(c)
		}
		switch n := bits.OnesCount64(vs); {
		case n == 1:
			a.single.Add(c)
			hasSingle = true
		case n >= 2 && n <= a.k:
			a.excluders.Add(c)
		}
	}
	a.bases = a.bases[:0]
	clear(a.isBase)
	clear(a.near)
	for c, vs := range a.Cand {
		peers := a.PeerSets[c]
		if vs&(vs-1) != 0 && peers.ShareTwo(a.excluders) && !(hasSingle && peers.Meets(a.single)) {
			a.bases = append(a.bases, c)
			a.isBase.Add(c)
			a.sets[c].SetAnd(peers, a.excluders)
			if a.recent.Has(c) || a.recent.Meets(a.sets[c]) {
				a.near.Add(c)
			}
		}
	}
	return hasSingle
}

// withTails tries the two chosen cells with each third base that is an excluder of one of them, the first's before
// the second's, if anything has changed. It reports whether done returned true, and whether it was called.
func (a *aligned) withTails(done func() bool) (stop, found bool) {
	first, second := a.chosen[0], a.chosen[1]
	some := uint64(0)
	for w := range a.tails {
		a.tails[w] = (a.sets[first][w] | a.sets[second][w]) & a.isBase[w]
		some |= a.tails[w]
	}
	if some != 0 && !a.isNew() {
		a.tails.SetAnd(a.tails, a.recent)
	}
	for i := range 2 {
		for _, p := range a.Peers[a.chosen[i]] {
			c := int(p)
			if !a.tails.Has(c) || c == first || c == second {
				continue
			}
			a.tails.Remove(c)
			a.chosen = append(a.chosen[:2], c)
			if a.excludes() {
				if found = true; done() {
					return true, true
				} else if !a.All {
					return false, true
				}
			}
		}
	}
	return false, found
}

// excludes tests all ways to fill the chosen cells and describes the hint if a digit is in none that is allowed. It
// does not test cells that failed in the call before and of which nothing is recent.
func (a *aligned) excludes() bool {
	a.common.SetAnd(a.sets[a.chosen[0]], a.sets[a.chosen[1]])
	isNew := !a.isKnown
	if a.k == 3 {
		a.common.SetAnd(a.common, a.sets[a.chosen[2]])
	}
	if a.common.Len() < 2 {
		return false
	}
	for _, c := range a.chosen {
		isNew = isNew || a.recent.Has(c)
	}
	if !isNew && !a.recent.Meets(a.common) {
		return false
	}
	var all uint64
	for _, c := range a.chosen {
		all |= a.Cand[c]
	}
	a.limits = a.limits[:0]
	for c := range a.common.All {
		if limit := a.Cand[c]; limit&^all == 0 {
			a.limits = append(a.limits, limit)
		}
	}
	a.allowed = [3]uint64{}
	if a.k == 2 && a.allowPairs() || a.k == 3 && a.allowTriplets() {
		return false
	}
	for i, c := range a.chosen {
		if a.Cand[c]&^a.allowed[i] != 0 {
			a.describe()
			return true
		}
	}
	return false
}

// allowPairs tries all digits of two chosen cells. It reports true, and ends, when all have turned out to be allowed.
func (a *aligned) allowPairs() bool {
	first, last := a.Cand[a.chosen[0]], a.Cand[a.chosen[1]]
	arePeers := a.ArePeers(a.chosen[0], a.chosen[1])
	ok := &a.allowed
	for xs := first; xs != 0; xs &= xs - 1 {
		x, vs := xs&-xs, last
		if arePeers {
			vs &^= x
		}
		if vs = a.beside(x, vs); vs == 0 {
			continue
		}
		ok[0] |= x
		ok[1] |= vs
		if ok[0] == first && ok[1] == last {
			return true
		}
	}
	return false
}

// allowTriplets does the same for three cells, and passes over digits of two of which nothing new can come.
func (a *aligned) allowTriplets() bool {
	first, second, last := a.Cand[a.chosen[0]], a.Cand[a.chosen[1]], a.Cand[a.chosen[2]]
	secondSeesFirst := a.ArePeers(a.chosen[1], a.chosen[0])
	lastSeesFirst, lastSeesSecond := a.ArePeers(a.chosen[2], a.chosen[0]), a.ArePeers(a.chosen[2], a.chosen[1])
	var okFirst, okSecond, okLast uint64
	for xs := first; xs != 0; xs &= xs - 1 {
		x, ys := xs&-xs, second
		if secondSeesFirst {
			ys &^= x
		}
		for ; ys != 0; ys &= ys - 1 {
			y, vs := ys&-ys, last
			if lastSeesFirst {
				vs &^= x
			}
			if lastSeesSecond {
				vs &^= y
			}
			if x&^okFirst|y&^okSecond|vs&^okLast == 0 {
				continue
			}
			if vs = a.beside(x|y, vs); vs == 0 {
				continue
			}
			okFirst, okSecond, okLast = okFirst|x, okSecond|y, okLast|vs
			if okFirst == first && okSecond == second && okLast == last {
				return true
			}
		}
	}
	a.allowed = [3]uint64{okFirst, okSecond, okLast}
	return false
}

// beside returns those of the digits vs of the last chosen cell with which some digits of the others leave each common
// excluder a candidate.
func (a *aligned) beside(used, vs uint64) uint64 {
	for _, limit := range a.limits {
		if rest := limit &^ used; rest&(rest-1) == 0 {
			if rest == 0 {
				return 0
			}
			vs &^= rest
		}
	}
	return vs
}

// describe makes the hint of excluded combinations.
func (a *aligned) describe() {
	if a.k == 2 {
		a.StartHint("aligned_pair_exclusion", 6.2)
	} else {
		a.StartHint("aligned_triplet_exclusion", 7.5)
	}
	for i, c := range a.chosen {
		a.Hint.StrikeAll(a.Board, c, ^a.allowed[i])
	}
	a.Hint.Cells = append(a.Hint.Cells, a.chosen...)
	if a.Verbose {
		var guards []int
		for c := range a.common.All {
			guards = append(guards, c)
		}
		a.Hint.Cells = append(a.Hint.Cells, guards...)
		a.Say("Every way to fill %c with one of these candidates leaves no candidate for one of %c", a.chosen, guards)
	}
}
