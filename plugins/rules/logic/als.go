package logic

import "math/bits"

// An almost locked set (ALS) is k cells of a house with k+1 candidates between them: without any one of these
// it holds all others. Two sets have a restricted common candidate x when all cells of x in one see all in
// the other: then x is in one of them at most, and the other holds every candidate it has but x.

// als is an almost locked set.
type als struct {
	house  int
	cells  []int
	digits uint64
	set    cellSet
	at     []cellSet // digit → the set's cells with it
	sight  []cellSet // digit → the cells that see all of these
}

// alsSets are the almost locked sets of a position, each set of cells once, with what they have in common.
type alsSets struct {
	*position
	all     []als
	commons [][]uint64 // set, set → their restricted common candidates; filled in when first needed
	at      int64      // the version of the board for which they hold
}

func newALSSets(p *position) *alsSets { return &alsSets{position: p} }

// here returns the almost locked sets of the board as it is.
func (t *alsSets) here() []als {
	if t.at == t.version {
		return t.all
	}
	t.at, t.commons, t.all = t.version, nil, t.all[:0]
	for h := range t.houses {
		t.all = t.in(h, 0, nil, 0, t.all)
	}
	for i := range t.all {
		t.survey(&t.all[i])
	}
	return t.all
}

// commonsHere returns the restricted common candidates of any two almost locked sets.
func (t *alsSets) commonsHere() (all []als, commons [][]uint64) {
	all = t.here()
	if t.commons != nil {
		return all, t.commons
	}
	t.commons = make([][]uint64, len(all))
	for i := range all {
		t.commons[i] = make([]uint64, len(all))
		for j := range i {
			t.commons[i][j] = restricted(&all[i], &all[j])
			t.commons[j][i] = t.commons[i][j]
		}
	}
	return all, t.commons
}

// in extends the chosen cells by cells from slot from on; on boards larger than 9×9 to four cells
// at most.
func (t *alsSets) in(h, from int, chosen []int, digits uint64, all []als) []als {
	if len(chosen) > 0 && bits.OnesCount64(digits) == len(chosen)+1 && !isElsewhere(t.frame, h, chosen) {
		all = append(all, als{house: h, cells: append([]int(nil), chosen...), digits: digits})
	}
	most := t.n - 2
	if t.n > 9 {
		most = 4
	}
	for slot := from; slot < len(t.houses[h].cells) && len(chosen) < most; slot++ {
		if c := int(t.houses[h].cells[slot]); t.cand[c] != 0 {
			all = t.in(h, slot+1, append(chosen, c), digits|t.cand[c], all)
		}
	}
	return all
}

// isElsewhere reports whether cells of house h are all in an earlier house too.
func isElsewhere(f *frame, h int, cells []int) bool {
	for i := range f.seats[cells[0]] {
		if at := f.commonHouse(cells, i); at >= 0 && at < h {
			return true
		}
	}
	return false
}

// survey fills in the set's cells and what they see.
func (t *alsSets) survey(a *als) {
	a.set = newCellSet(t.cells)
	a.at, a.sight = make([]cellSet, t.n), make([]cellSet, t.n)
	for _, c := range a.cells {
		a.set.add(c)
		for vs := t.cand[c]; vs != 0; vs &= vs - 1 {
			v := bits.TrailingZeros64(vs)
			if a.sight[v] == nil {
				a.at[v] = newCellSet(t.cells)
				a.sight[v] = append(cellSet(nil), t.peerSets[c]...)
			}
			a.at[v].add(c)
			a.sight[v].setAnd(a.sight[v], t.peerSets[c])
		}
	}
}

// restricted returns the restricted common candidates of two sets. They may share cells, but none with such a
// candidate.
func restricted(a, b *als) uint64 {
	var found uint64
	for vs := a.digits & b.digits; vs != 0; vs &= vs - 1 {
		if v := bits.TrailingZeros64(vs); b.at[v].isIn(a.sight[v]) {
			found |= 1 << uint(v)
		}
	}
	return found
}

// strikeSight strikes v from the cells that see all its cells in both sets.
func strikeSight(p *position, a, b *als, v int) {
	for i, w := range a.sight[v] {
		for w &= b.sight[v][i]; w != 0; w &= w - 1 {
			p.hint.strikeAll(p.board, i*64+bits.TrailingZeros64(w), 1<<uint(v))
		}
	}
}

// strikeLocked strikes the digits of a set that is locked but for the restricted commons x.
func strikeLocked(p *position, a *als, x uint64) {
	for vs := a.digits &^ x; vs != 0; vs &= vs - 1 {
		v := bits.TrailingZeros64(vs)
		for c := range a.sight[v].all {
			if p.can(c, v) && !p.isStruck(c, v) {
				p.hint.strikes = append(p.hint.strikes, mark{c, v})
			}
		}
	}
}
