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
			cell[i][j] = b.changing(3*i + j)
			b.set(and3, b.vector(3*i+j), rows[i], cols[j], cell[i][j])
		}
	}
	taken, empty, twice := b.singles(&cell)
	Comment("The other cells of the box lose the digits of those cells.")
	var row, col [3]union
	for i := range 3 {
		for j := range 3 {
			c := cell[i][j]
			b.set(except, c, taken, b.single.Offset(size*(3*i+j)), c)
			b.changed(3*i+j, c)
			b.unite(&row[i], c)
			b.unite(&col[j], c)
		}
	}
	Comment("An empty cell, or a box without a place for a digit.")
	all := b.of(or3, row[0].all, row[1].all, row[2].all)
	VPSRAW(Imm(15), empty, empty)
	used, bad := b.loaded(at(b.tables.Field("all"), 1)), b.scratch()
	b.andNot(used, all, all)
	b.and(used, empty, empty)
	b.set(or3, empty, all, twice, bad)
	VPTEST(bad, bad)
	JNZ(LabelRef("back"))
	b.triples(&row, 0)
	b.triples(&col, 3)
	sum, changed := YMM(), b.scratch()
	b.reduce(0, &row, b.rightBox, sum)
	b.reduce(2, &col, b.belowBox, sum)
	b.xor(b.sum, sum, changed)
	b.move(sum, b.sum)
	VPTEST(changed, changed)
}

// singles reduces cells to hidden singles and finds the cells with one digit left, which it stores, and their digits
// (taken). The highest bit of a word of empty is set if a cell is empty; twice has the digits of two cells in a box.
func (b *boxes) singles(cell *[3][3]VecVirtual) (taken, empty, twice VecVirtual) {
	var inCol [3]Op
	for j := range inCol {
		lone := b.places(3+j, cell[0][j], cell[1][j], cell[2][j])
		inCol[j] = lone
		if !b.wide {
			inCol[j] = b.lone.Offset(size * j)
			b.move(lone, inCol[j])
		}
	}
	ones := b.loaded(b.allOnes)
	var one, none union
	for i := range 3 {
		inRow := b.places(i, cell[i][0], cell[i][1], cell[i][2])
		for j := range 3 {
			c := cell[i][j]
			hidden, less := b.of(andOr, c, inRow, inCol[j]), join(addWords, ones, c)
			Comment("The lesser of both minus one is the hidden single if there is one.")
			VPADDW(ones, hidden, hidden)
			VPMINUW(hidden, less, less)
			VPSUBW(ones, less, c)
			is := b.scratch()
			b.and(less, c, is)
			VPCMPEQW(b.zero, is, is)
			single := join(b.and, is, c)
			b.unite(&none, less)
			b.move(single, b.single.Offset(size*(3*i+j)))
			b.unite(&one, single)
			if twice == nil {
				twice = b.loaded(single)
			} else {
				VPADDW(single, twice, twice)
			}
		}
	}
	b.xor(one.all, twice, twice)
	return one.all, none.all, twice
}

// lines derives from the permutations which digits may be in the three minirows of a box (side 0) or in the
// three minicolumns (side 1), and stores those that must.
func (b *boxes) lines(side int, beyond func(v Op, n int) VecVirtual) (may [3]VecVirtual) {
	even, odd := b.held[cells+2*side], b.held[cells+2*side+1]
	may[0] = join(b.or, even, odd)
	may[1] = join(b.or, beyond(even, 2), beyond(odd, 1))
	may[2] = join(b.or, beyond(even, 1), beyond(odd, 2))
	for k := range may {
		b.move(b.of(andNor, may[k], may[(k+1)%3], may[(k+2)%3]), b.must.Offset(size*(3*side+k)))
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
	lone := b.of(most, x, y, z)
	b.andNot(b.must.Offset(size*line), lone, lone)
	return lone
}

// triples takes away all others if three digits must be in a minirow or minicolumn.
func (b *boxes) triples(left *[3]union, line int) {
	for k := range left {
		must := b.must.Offset(size * (line + k))
		b.set(andOr, left[k].all, b.fewer(must), must, left[k].all)
	}
}

// fewer returns all ones in the words that have fewer than three digits.
func (b *boxes) fewer(must Mem) Register {
	if b.wide {
		bitCount(must, Y0)
		VMOVDQU(at(b.tables.Field("three"), 1), Y1)
		VPCMPGTW(Y0, Y1, Y0)
		return Y0
	}
	ones, first := b.loaded(b.allOnes), b.loaded(must)
	second := join(addWords, ones, first)
	VPAND(first, second, second)
	third := join(addWords, ones, second)
	VPAND(second, third, third)
	VPCMPEQW(b.zero, third, third)
	return third
}

// reduce restricts two vectors of permutations to those whose three minirows (minicolumns) are left, and adds
// them to the sum: bits only ever disappear, so that any change lowers some word of it.
func (b *boxes) reduce(first int, left *[3]union, beyond func(v Op, n int) VecVirtual, sum VecVirtual) {
	for parity := range 2 {
		i := cells + first + parity
		p := b.changing(i)
		b.and(b.vector(i), left[0].all, p)
		b.set(and3, p, beyond(left[1].all, 1+parity), beyond(left[2].all, 2-parity), p)
		b.changed(i, p)
		if first+parity == 0 {
			b.move(p, sum)
		} else {
			VPADDW(p, sum, sum)
		}
	}
}
