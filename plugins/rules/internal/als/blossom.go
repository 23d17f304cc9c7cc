package als

import (
	"math/bits"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// A death blossom: for each candidate of a cell, the stem, there is an almost locked set, a petal, that loses it when
// it is placed in the stem, and then holds all its other digits. A digit z of all petals is in one of them.

// blossom looks at one stem and one digit z at a time.
type blossom struct {
	*board.Position
	sets    *Sets
	stem, z int
	petals  []*Set
	done    func() bool
}

// DeathBlossom makes death blossoms.
func DeathBlossom(p *board.Position) board.Technique {
	return &blossom{Position: p, sets: board.Share(p, NewSets)}
}

func (b *blossom) Each(done func() bool) bool {
	b.done = done
	for stem, vs := range b.Cand {
		if k := bits.OnesCount64(vs); k < 2 || k > 5 {
			continue
		}
		for z := range b.N {
			b.stem, b.z = stem, z
			if vs>>uint(z)&1 == 0 && b.grow(vs, b.CellsOf(z)) {
				return true
			}
		}
	}
	return false
}

// grow adds a petal for the lowest of the candidates left; sight are the cells with z that see all petals so far.
func (b *blossom) grow(left uint64, sight board.CellSet) bool {
	if left == 0 {
		return b.describe(sight) && b.done()
	}
	v := bits.TrailingZeros64(left)
	all := b.sets.Here()
	for i := range all {
		a := &all[i]
		if a.Digits>>uint(v)&1 == 0 || a.Digits>>uint(b.z)&1 == 0 || a.set.Has(b.stem) || !a.sight[v].Has(b.stem) {
			continue
		}
		rest := board.NewCellSet(b.Cells)
		rest.SetAnd(sight, a.sight[b.z])
		if rest.Len() == 0 {
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

func (b *blossom) describe(sight board.CellSet) bool {
	b.StartHint("death_blossom", 0)
	for c := range sight.All {
		b.Hint.Strikes = append(b.Hint.Strikes, board.Mark{Cell: c, V: b.z})
	}
	b.strikeOthers()
	b.Hint.Cells = append(b.Hint.Cells, b.stem)
	for _, a := range b.petals {
		b.Hint.Houses = append(b.Hint.Houses, a.house)
		for _, c := range a.Cells {
			b.AddCell(c)
		}
	}
	if b.Verbose {
		vs := b.Cand[b.stem]
		for _, a := range b.petals {
			v := bits.TrailingZeros64(vs)
			vs &= vs - 1
			b.AddSet(a.Cells...)
			b.Weak(board.At(v, b.stem), a.end(v))
			b.Strong(a.end(v), a.end(b.z))
		}
		b.Say("Each of %d, wherever it stands in %c, locks one of the sets %s, so that %d stands there",
			b.Cand[b.stem], b.stem, b.petalNames(), b.z)
	}
	return true
}

// strikeOthers strikes the other digits that all petals share.
func (b *blossom) strikeOthers() {
	shared := b.petals[0].Digits &^ (b.Cand[b.stem] | 1<<uint(b.z))
	for _, a := range b.petals {
		shared &= a.Digits
	}
	for ; shared != 0; shared &= shared - 1 {
		v := bits.TrailingZeros64(shared)
		sight := b.CellsOf(v)
		for _, a := range b.petals {
			sight.SetAnd(sight, a.sight[v])
		}
		for c := range sight.All {
			b.Hint.Strikes = append(b.Hint.Strikes, board.Mark{Cell: c, V: v})
		}
	}
}

func (b *blossom) petalNames() string {
	text := ""
	for i, a := range b.petals {
		if i > 0 {
			text += "; "
		}
		text += b.CellNames(a.Cells)
	}
	return text
}
