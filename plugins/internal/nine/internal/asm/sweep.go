package main

import (
	"slices"

	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/gotypes"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// A view is one half of the state: the cells as seen from rows or from columns, and the permutations.
type view struct {
	cell      [3]VecVirtual
	even, odd VecVirtual
}

// kernel holds what stays in registers during a search.
type kernel struct {
	rows, cols       view
	beside           [2]VecVirtual // the other two minirows of the row
	even, odd        [2]VecVirtual // the other two minirows of the permutation
	flip             [3]VecVirtual
	zero, one, three VecVirtual    // 0, 1 and 3 in every word
	words            OpmaskVirtual // the 27 words in use
	third            OpmaskVirtual // the words that flip takes from the third vector
}

// newKernel allocates the registers and loads the constants.
func newKernel(tables gotypes.Component) *kernel {
	k := &kernel{zero: ZMM(), one: every(1), three: every(3), words: mask(1<<27 - 1)}
	var third uint64
	for c := range 27 {
		if c/3%3 == 2 {
			third |= 1 << c
		}
	}
	k.third = mask(third)
	load := func(regs []VecVirtual, field string) {
		from := at(tables.Field(field), 2)
		for i := range regs {
			regs[i] = ZMM()
			VMOVDQU64(from.Offset(64*i), regs[i])
		}
	}
	load(k.beside[:], "beside")
	load(k.even[:], "even")
	load(k.odd[:], "odd")
	load(k.flip[:], "flip")
	VPXORQ(k.zero, k.zero, k.zero)
	for _, v := range []*view{&k.rows, &k.cols} {
		*v = view{[3]VecVirtual{ZMM(), ZMM(), ZMM()}, ZMM(), ZMM()}
	}
	return k
}

// registers lists the state in the order of a frame.
func (k *kernel) registers() []VecVirtual {
	return slices.Concat(k.rows.cell[:], k.cols.cell[:], k.perms())
}

// perms lists the permutations in the order of a frame.
func (k *kernel) perms() []VecVirtual {
	return []VecVirtual{k.rows.even, k.rows.odd, k.cols.even, k.cols.odd}
}

// half lowers the entropy of one view once. It returns the words that prove a contradiction.
func (k *kernel) half(v *view, testCells bool) OpmaskVirtual {
	Comment("Minirows a digit may be in, and minirows it must be in.")
	may, must := k.minirows(v)
	for _, c := range v.cell {
		VPANDQ(may, c, c)
	}
	bad, forced := k.countMay(may)
	if testCells {
		k.emptyCells(v, bad)
	}
	single := k.cellSingles(v)
	k.hiddenSingles(v, must, single)
	left := copied(v.cell[0])
	ternary(or3, left, v.cell[1], v.cell[2])
	Comment("A minirow with three digits that must be in it has no room for others.")
	full := K()
	VPCMPEQW(k.three, bitCount(must), full)
	VMOVDQU16(must, full, left)
	Comment("A digit forced into a minirow leaves the other two of the row; then permutations follow.")
	ternary(or3, single[0], single[1], single[2])
	VPORQ(single[0], forced, forced)
	ternary(andNor, left, moved(forced, k.beside[0]), moved(forced, k.beside[1]))
	VPANDQ(left, v.even, v.even)
	VPANDQ(left, v.odd, v.odd)
	ternary(and3, v.even, moved(left, k.even[0]), moved(left, k.even[1]))
	ternary(and3, v.odd, moved(left, k.odd[0]), moved(left, k.odd[1]))
	return bad
}

// minirows derives from the permutations what each minirow may and must hold.
func (k *kernel) minirows(v *view) (may, must VecVirtual) {
	may = ZMM()
	VPORQ(v.even, v.odd, may)
	must = copied(may)
	ternary(andNor, must, moved(may, k.beside[0]), moved(may, k.beside[1]))
	return may, must
}

// countMay finds the minirows with fewer than three digits (bad) and the digits of those with just three.
func (k *kernel) countMay(may Op) (bad OpmaskVirtual, forced VecVirtual) {
	n, equal := bitCount(may), K()
	bad = K()
	VPCMPUW(Imm(less), k.three, n, k.words, bad)
	VPCMPEQW(k.three, n, equal)
	return bad, only(may, equal)
}

// emptyCells adds the empty cells to the contradictions.
func (k *kernel) emptyCells(v *view, bad OpmaskVirtual) {
	least, empty := ZMM(), K()
	VPMINUW(v.cell[0], v.cell[1], least)
	VPMINUW(v.cell[2], least, least)
	VPTESTNMW(least, least, k.words, empty)
	KORD(empty, bad, bad)
}

// cellSingles returns the cells that have one digit left.
func (k *kernel) cellSingles(v *view) (single [3]VecVirtual) {
	for j, c := range v.cell {
		one := K()
		VPCMPEQW(k.one, bitCount(c), one)
		single[j] = only(c, one)
	}
	return single
}

// hiddenSingles reduces to it a cell that is the only place of a digit its minirow must hold, and takes the
// single digits away from the other two cells of the minirow.
func (k *kernel) hiddenSingles(v *view, must Op, single [3]VecVirtual) {
	lone := copied(v.cell[0])
	ternary(most, lone, v.cell[1], v.cell[2])
	VPANDNQ(must, lone, lone)
	for j, c := range v.cell {
		hidden, has := ZMM(), K()
		VPANDQ(lone, c, hidden)
		VPCMPUW(Imm(notEqual), k.zero, hidden, has)
		ternary(andNor, c, single[(j+1)%3], single[(j+2)%3])
		VMOVDQU16(hidden, has, c)
	}
}

// exchange tells each view what the other has found.
func (k *kernel) exchange() {
	var seen [3]VecVirtual
	for i := range seen {
		first, last := k.flipped(&k.rows, i)
		VPORQ(first, last, last)
		seen[i] = last
	}
	for i, c := range k.rows.cell {
		first, last := k.flipped(&k.cols, i)
		ternary(andOr, c, first, last)
	}
	for i, c := range k.cols.cell {
		VPANDQ(seen[i], c, c)
	}
}

// flipped returns the i-th vector of the other view in two parts to be united.
func (k *kernel) flipped(v *view, i int) (first, last VecVirtual) {
	first, last = copied(k.flip[i]), ZMM()
	VPERMI2W(v.cell[1], v.cell[0], first)
	VPERMW_Z(v.cell[2], k.flip[i], k.third, last)
	return first, last
}
