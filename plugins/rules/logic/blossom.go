package logic

import (
	"fmt"
	"math/bits"
)

// A death blossom: for each candidate of a cell, the stem, there is an almost locked set, a petal, that loses
// it when it stands in the stem, and then holds all its other digits. A digit z of all petals stands in one
// of them.

// blossom looks at one stem and one digit z at a time.
type blossom struct {
	*position
	sets    *alsSets
	stem, z int
	petals  []*als
	done    func() bool
}

func newDeathBlossom(p *position) technique { return &blossom{position: p, sets: share(p, newALSSets)} }

func (b *blossom) each(done func() bool) bool {
	b.done = done
	for stem, vs := range b.cand {
		if k := bits.OnesCount64(vs); k < 2 || k > 5 {
			continue
		}
		for z := range b.n {
			b.stem, b.z = stem, z
			if vs>>uint(z)&1 == 0 && b.grow(vs, b.cellsOf(z)) {
				return true
			}
		}
	}
	return false
}

// grow adds a petal for the lowest of the candidates left; sight are the cells with z that see all petals so
// far.
func (b *blossom) grow(left uint64, sight cellSet) bool {
	if left == 0 {
		return b.describe(sight) && b.done()
	}
	v := bits.TrailingZeros64(left)
	all := b.sets.here()
	for i := range all {
		a := &all[i]
		if a.digits>>uint(v)&1 == 0 || a.digits>>uint(b.z)&1 == 0 || a.set.has(b.stem) || !a.sight[v].has(b.stem) {
			continue
		}
		rest := newCellSet(b.cells)
		rest.setAnd(sight, a.sight[b.z])
		if rest.len() == 0 {
			continue
		}
		b.petals = append(b.petals, a)
		stop := b.grow(left&(left-1), rest)
		b.petals = b.petals[:len(b.petals)-1]
		if stop {
			return true
		}
	}
	return false
}

func (b *blossom) describe(sight cellSet) bool {
	b.startHint("death_blossom", 0)
	for c := range sight.all {
		b.hint.strikes = append(b.hint.strikes, mark{c, b.z})
	}
	b.strikeOthers()
	b.hint.cells = append(b.hint.cells, b.stem)
	for _, a := range b.petals {
		b.hint.houses = append(b.hint.houses, a.house)
		for _, c := range a.cells {
			b.addCell(c)
		}
	}
	if b.verbose {
		b.hint.text = fmt.Sprintf("Each of %s, wherever it stands in %s, locks one of the sets %s, so that %s "+
			"stands "+
			"there; this removes %s.", b.digitNames(b.cand[b.stem]), b.cellName(b.stem), b.petalNames(),
			b.digitName(b.z),
			b.hint.struck(b.frame))
	}
	return true
}

// strikeOthers strikes the other digits that all petals share.
func (b *blossom) strikeOthers() {
	shared := b.petals[0].digits &^ (b.cand[b.stem] | 1<<uint(b.z))
	for _, a := range b.petals {
		shared &= a.digits
	}
	for ; shared != 0; shared &= shared - 1 {
		v := bits.TrailingZeros64(shared)
		sight := b.cellsOf(v)
		for _, a := range b.petals {
			sight.setAnd(sight, a.sight[v])
		}
		for c := range sight.all {
			b.hint.strikes = append(b.hint.strikes, mark{c, v})
		}
	}
}

func (b *blossom) petalNames() string {
	text := ""
	for i, a := range b.petals {
		if i > 0 {
			text += "; "
		}
		text += b.cellNames(a.cells)
	}
	return text
}
