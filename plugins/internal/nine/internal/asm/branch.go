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
	rows, cols := bitCount(m.rows.even), bitCount(m.cols.even)
	VPADDW(bitCount(m.rows.odd), rows, rows)
	VPADDW(bitCount(m.cols.odd), cols, cols)
	var part [3]VecVirtual
	from := m.table("totals", 2)
	for i := range part {
		part[i] = ZMM()
		VBROADCASTI32X4(from.Offset(16*i), part[i])
		VPERMI2W(cols, rows, part[i])
	}
	VPADDW(part[1], part[0], part[0])
	VPSUBW(every(10), part[2], part[2])
	best := GP32()
	VPADDW(part[2].AsX(), part[0].AsX(), X0)
	VPHMINPOSUW(X0, X0)
	VMOVD(X0, best)
	TESTL(U32(0xff00), best)
	JNZ(LabelRef("solved"))
	SHRL(Imm(16), best)
	return best
}

// permsOf returns the six words of permutations of a band or stack: even, odd, and two words of 0.
func (m *machine) permsOf(best GPVirtual) VecVirtual {
	even, odd, at := ZMM(), ZMM(), GP64()
	MOVL(best, at.As32())
	SHLQ(Imm(5), at)
	from := m.table("lane", 3)
	from.Index, from.Scale = at, 1
	VBROADCASTI32X4(from, even)
	VBROADCASTI32X4(from.Offset(16), odd)
	VPERMI2W(m.cols.even, m.rows.even, even)
	VPERMI2W(m.cols.odd, m.rows.odd, odd)
	VPORQ(odd, even, even)
	return even
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
	open, first, at := K(), GP32(), GP64()
	VPTESTMW(set.AsX(), perms.AsX(), open)
	KMOVD(open, first)
	TZCNTL(first, first)
	LEAL(Mem{Base: first, Index: best, Scale: 8}, at.As32())
	SHLQ(Imm(5), at)
	from := m.table("cut", 3)
	from.Index, from.Scale = at, 1
	var later []VecVirtual
	var lacking []VecVirtual
	for i, p := range m.perms() {
		lacking = append(lacking, ZMM())
		VPANDNQ(p, set, lacking[i])
		later = append(later, m.cut(copied(p), lacking[i], from.Offset(4*i)))
	}
	m.store(later)
	for i, p := range m.perms() {
		m.cut(p, lacking[i], from.Offset(16+4*i))
	}
}

// cut replaces the words of perm that the mask in memory names.
func (m *machine) cut(perm, by VecVirtual, words Mem) VecVirtual {
	k := K()
	KMOVD(words, k)
	VMOVDQU16(by, k, perm)
	return perm
}
