package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// branch generates the choice of band and digit, and both ways of the guess.
func (m *machine) branch() {
	best := m.tightestBand()
	CMPQ(m.guesses, m.budget)
	JGE(LabelRef("pause"))
	INCQ(m.guesses)
	perms := m.permsOf(best)
	digit := m.tightestDigit(perms)
	m.guess(best, perms, digit)
	JMP(LabelRef("sweep"))
}

// tightestBand returns 2·band+side of the band or stack with the fewest permutations among those that are
// not settled (nine permutations: one for each digit). It jumps to solved if all are.
func (m *machine) tightestBand() GPVirtual {
	rows, cols := ZMM(), ZMM()
	VPSADBW(m.zero, bitCount(m.rows.perm), rows)
	VPSADBW(m.zero, bitCount(m.cols.perm), cols)
	VPSLLQ(Imm(16), cols, cols)
	VPORQ(rows, cols, rows)
	VPSHUFD(Imm(0x4e), rows, cols)
	VPADDQ(rows, cols, rows)
	path, ten, best := ZMM(), every(10), GP32()
	VMOVDQU64(m.table("totals", 1), path)
	VPERMD(rows, path, rows)
	VPSUBW(ten.AsX(), rows.AsX(), X0)
	VPHMINPOSUW(X0, X0)
	VMOVD(X0, best)
	TESTL(U32(0xff00), best)
	JNZ(LabelRef("solved"))
	SHRL(Imm(16), best)
	return best
}

// permsOf returns the eight words of permutations of a band or stack.
func (m *machine) permsOf(best GPVirtual) VecVirtual {
	path, at := ZMM(), GP64()
	MOVL(best, at.As32())
	SHLQ(Imm(4), at)
	from := m.table("lane", 2)
	from.Index, from.Scale = at, 1
	VBROADCASTI32X4(from, path)
	VPERMI2Q(m.cols.perm, m.rows.perm, path)
	return path
}

// tightestDigit returns the digit (as 0 … 8) with two permutations in the band, else with three, else with
// more. It counts the six words of each digit with bitwise adders: three words, then two sums.
func (m *machine) tightestDigit(perms VecVirtual) GPVirtual {
	p := perms.AsX()
	second, third, ones, twos := XMM(), XMM(), XMM(), XMM()
	VPSHUFD(Imm(0b11_00_10_01), p, second)
	VPSHUFD(Imm(0b11_01_00_10), p, third)
	VMOVDQA64(p, ones)
	ternary(xor3, ones, second, third)
	VMOVDQA64(p, twos)
	ternary(most, twos, second, third)
	ones2, twos2, carry, fours := XMM(), XMM(), XMM(), XMM()
	VPROLD(Imm(16), ones, ones2)
	VPROLD(Imm(16), twos, twos2)
	VPANDQ(ones, ones2, carry)
	VPXORQ(ones, ones2, ones)
	VMOVDQA64(twos, fours)
	ternary(most, fours, twos2, carry)
	ternary(xor3, twos, twos2, carry)
	two, three := XMM(), XMM()
	VMOVDQA64(ones, two)
	ternary(exactly, two, twos, fours)
	VMOVDQA64(ones, three)
	ternary(allBut, three, twos, fours)
	VPUNPCKLWD(three, two, two)
	VPUNPCKLDQ(fours, two, two)
	digit := GP64()
	VMOVQ(two, digit)
	TZCNTQ(digit, digit)
	ANDL(Imm(15), digit.As32())
	return digit
}

// guess pushes the state without the first permutation of the digit and goes on with that one alone.
func (m *machine) guess(best GPVirtual, perms VecVirtual, digit GPVirtual) {
	bit, set := GP32(), ZMM()
	MOVL(U32(1), bit)
	SHLXL(digit.As32(), bit, bit)
	VPBROADCASTW(bit, set)
	open, words, first, side, shift := K(), GP32(), GP32(), GP32(), GP32()
	VPTESTMW(set.AsX(), perms.AsX(), open)
	KMOVD(open, words)
	MOVL(best, side)
	ANDL(Imm(1), side)
	NEGL(side)
	MOVL(best, shift)
	SHRL(Imm(1), shift)
	SHLL(Imm(3), shift)
	SHLXL(shift, words, words)
	BLSIL(words, first)
	XORL(first, words)
	rows, cols := m.without(set, m.rows.perm), m.without(set, m.cols.perm)
	otherRows, otherCols := copied(m.rows.perm), copied(m.cols.perm)
	inCols, inRows := K(), K()
	split(first, side, inRows, inCols)
	VMOVDQU16(rows, inRows, otherRows)
	VMOVDQU16(cols, inCols, otherCols)
	m.store(otherRows, otherCols)
	inCols, inRows = K(), K()
	split(words, side, inRows, inCols)
	VMOVDQU16(rows, inRows, m.rows.perm)
	VMOVDQU16(cols, inCols, m.cols.perm)
}

// without returns the permutations without a digit.
func (m *machine) without(set, perm Op) VecVirtual {
	out := ZMM()
	VPANDNQ(perm, set, out)
	return out
}

// split gives the words to rows if side is 0, to cols if it is −1.
func split(words, side GPVirtual, rows, cols OpmaskVirtual) {
	r := GP32()
	ANDNL(words, side, r)
	KMOVD(r, rows)
	c := GP32()
	MOVL(words, c)
	ANDL(side, c)
	KMOVD(c, cols)
}
