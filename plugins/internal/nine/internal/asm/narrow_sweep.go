package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// sweep lowers the entropy of the whole state once and leaves the flag Z set if the permutations stay as they
// were. It jumps to back if there is a contradiction.
func (b *boxes) sweep() {
	rows, cols := b.lines(0, b.rightBox), b.lines(1, b.belowBox)
	var cell [3][3]VecVirtual
	for i := range 3 {
		for j := range 3 {
			cell[i][j] = join(VPAND, b.cell(i, j), rows[i])
			VPAND(cols[j], cell[i][j], cell[i][j])
		}
	}
	Comment("Hidden singles, then cells with one digit left.")
	for k := range 3 {
		VMOVDQU(b.places(3+k, cell[0][k], cell[1][k], cell[2][k]), b.lone.Offset(size*(3+k)))
	}
	for k := range 3 {
		VMOVDQU(b.places(k, cell[k][0], cell[k][1], cell[k][2]), b.lone.Offset(size*k))
	}
	ones := loaded(b.allOnes)
	var empty, taken, sum VecVirtual
	for i := range 3 {
		lone := loaded(b.lone.Offset(size * i))
		for j := range 3 {
			c := cell[i][j]
			hidden, less := join(VPOR, b.lone.Offset(size*(3+j)), lone), join(addWords, ones, c)
			VPAND(c, hidden, hidden)
			Comment("The lesser of both minus one is the hidden single if there is one.")
			VPADDW(ones, hidden, hidden)
			VPMINUW(hidden, less, less)
			VPSUBW(ones, less, c)
			unite(&empty, less)
			single := join(VPAND, less, c)
			VPCMPEQW(b.zero, single, single)
			VPAND(c, single, single)
			VMOVDQU(single, b.single.Offset(size*(3*i+j)))
			unite(&taken, single)
			if sum == nil {
				sum = join(VPOR, single, single)
			} else {
				VPADDW(single, sum, sum)
			}
		}
	}
	twice := join(VPXOR, taken, sum)
	Comment("The other cells of the box lose the digits of those cells.")
	var left [2][3]VecVirtual
	for i := range 3 {
		for j := range 3 {
			c := join(VPANDN, cell[i][j], taken)
			VPOR(b.single.Offset(size*(3*i+j)), c, c)
			VMOVDQU(c, b.cell(i, j))
			unite(&left[0][i], c)
			unite(&left[1][j], c)
		}
	}
	Comment("An empty cell, or a box without a place for a digit.")
	all := join(VPOR, left[0][0], left[0][1])
	VPOR(left[0][2], all, all)
	VPSRAW(Imm(15), empty, empty)
	used := loaded(at(b.tables.Field("all"), 1))
	VPANDN(used, all, all)
	VPAND(used, empty, empty)
	VPOR(empty, all, all)
	VPOR(twice, all, all)
	VPTEST(all, all)
	JNZ(LabelRef("back"))
	b.triples(left[0], 0)
	b.triples(left[1], 3)
	sum = YMM()
	b.reduce(0, left[0], b.rightBox, sum)
	b.reduce(2, left[1], b.belowBox, sum)
	changed := join(VPXOR, b.sum, sum)
	VMOVDQU(sum, b.sum)
	VPTEST(changed, changed)
}

// lines derives from the permutations which digits may be in the three minirows of a box (side 0) or in the
// three minicolumns (side 1), and stores those that must.
func (b *boxes) lines(side int, beyond func(v Op, n int) VecVirtual) (may [3]VecVirtual) {
	even, odd := loaded(b.perm(2*side)), loaded(b.perm(2*side+1))
	may[0] = join(VPOR, even, odd)
	may[1] = join(VPOR, beyond(even, 2), beyond(odd, 1))
	may[2] = join(VPOR, beyond(even, 1), beyond(odd, 2))
	for k := range may {
		others := join(VPOR, may[(k+1)%3], may[(k+2)%3])
		VPANDN(may[k], others, others)
		VMOVDQU(others, b.must.Offset(size*(3*side+k)))
	}
	return may
}

// rightBox moves to each box what the n-th box to the right in its band has.
func (b *boxes) rightBox(v Op, n int) VecVirtual { return join(shuffled, b.rightInRow[n-1], v) }

// belowBox moves to each box what the n-th box below in its stack has.
func (b *boxes) belowBox(v Op, n int) VecVirtual {
	to := YMM()
	VPERMQ(Imm([]uint64{0b11_00_10_01, 0b11_01_00_10}[n-1]), v, to)
	return to
}

// places returns the digits that must be in a minirow or minicolumn and have one place there.
func (b *boxes) places(line int, x, y, z Op) VecVirtual {
	either, both := join(VPOR, x, y), join(VPAND, x, y)
	VPAND(z, either, either)
	VPOR(either, both, both)
	VPANDN(b.must.Offset(size*line), both, both)
	return both
}

// unite adds a set to a union, which begins as nil.
func unite(union *VecVirtual, set VecVirtual) {
	if *union == nil {
		*union = YMM()
		VMOVDQA(set, *union)
		return
	}
	VPOR(set, *union, *union)
}

// triples takes away all others if three digits must be in a minirow or minicolumn.
func (b *boxes) triples(left [3]VecVirtual, line int) {
	ones, zero := loaded(b.allOnes), YMM()
	VPXOR(zero, zero, zero)
	for k, l := range left {
		must := loaded(b.must.Offset(size * (line + k)))
		second := join(addWords, ones, must)
		VPAND(must, second, second)
		third := join(addWords, ones, second)
		VPAND(second, third, third)
		VPCMPEQW(zero, third, third)
		VPOR(must, third, third)
		VPAND(third, l, l)
	}
}

// reduce restricts two vectors of permutations to those whose three minirows (minicolumns) are left, and adds
// them to the sum: bits only ever disappear, so that any change lowers some word of it.
func (b *boxes) reduce(first int, left [3]VecVirtual, beyond func(v Op, n int) VecVirtual, sum VecVirtual) {
	for parity := range 2 {
		p := join(VPAND, b.perm(first+parity), left[0])
		VPAND(beyond(left[1], 1+parity), p, p)
		VPAND(beyond(left[2], 2-parity), p, p)
		VMOVDQU(p, b.perm(first+parity))
		if first+parity == 0 {
			VMOVDQA(p, sum)
		} else {
			VPADDW(p, sum, sum)
		}
	}
}
