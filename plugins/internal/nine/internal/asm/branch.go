package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// branch generates the choice of line and digit, and both ways of the guess.
func (b *boxes) branch() {
	line := b.tightestLine()
	b.crowded()
	CMPQ(b.guesses, b.budget)
	JGE(LabelRef("pause"))
	INCQ(b.guesses)
	digit := b.tightestDigit(line)
	b.guess(line, digit, b.firstPermutation(line, digit))
}

// crowded jumps to back if four digits must be in one minirow or minicolumn. No sweep sees that, and in a grid
// that is nearly empty it would take many guesses to notice.
func (b *boxes) crowded() {
	ones := b.loaded(b.allOnes)
	fourth := b.scratch()
	b.move(b.zero, fourth)
	for line := range 6 {
		must := b.loaded(b.must.Offset(size * line))
		for range 3 {
			less := join(addWords, ones, must)
			b.and(less, must, must)
		}
		b.or(must, fourth, fourth)
	}
	VPTEST(fourth, fourth)
	JNZ(LabelRef("back"))
}

// permutationsOf loads the three words of each parity of a line.
func (b *boxes) permutationsOf(line GPVirtual) (even, odd GPVirtual) {
	even, odd = GP64(), GP64()
	from := at(b.kernel.Field("line"), 2)
	from.Index, from.Scale = line, 8
	MOVQ(from, even)
	MOVQ(from.Offset(64), odd)
	return even, odd
}

// tightestLine returns the band (0 … 2) or stack (4 … 6) with the fewest permutations among those that are
// not settled (nine permutations: one for each digit). It jumps to solved if all are.
func (b *boxes) tightestLine() GPVirtual {
	Comment("The permutations of a line, three words of each parity, side by side.")
	lines := at(b.kernel.Field("line"), 2)
	order := b.loaded(at(b.tables.Field("order"), 1))
	for parity := range 2 {
		b.move(b.loaded(b.perm(parity)), lines.Offset(64*parity))
		stacks := join(shuffled, at(b.tables.Field("turn"), 1), b.loaded(b.perm(2+parity)))
		VPERMD(stacks, order, stacks)
		b.move(stacks, lines.Offset(64*parity+32))
	}
	best := GP32()
	for i, line := range []int{0, 1, 2, 4, 5, 6} {
		n, odd := GP64(), GP64()
		POPCNTQ(lines.Offset(8*line), n)
		POPCNTQ(lines.Offset(64+8*line), odd)
		ADDL(odd.As32(), n.As32())
		SHLL(Imm(3), n.As32())
		Comment("Less than zero, that is huge, if there are nine.")
		SUBL(U8(80-line), n.As32())
		if i == 0 {
			MOVL(n.As32(), best)
			continue
		}
		CMPL(n.As32(), best)
		CMOVLCS(n.As32(), best)
	}
	TESTL(best, best)
	JS(LabelRef("solved"))
	ANDL(Imm(7), best)
	line := GP64()
	MOVL(best, line.As32())
	return line
}

// tightestDigit returns the digit (as 0 … 8) with two permutations in the line, else with three, else with
// more. It counts the words of each digit with bitwise adders.
func (b *boxes) tightestDigit(line GPVirtual) GPVirtual {
	even, odd := b.permutationsOf(line)
	ones, twos := scalar(XORQ, even, odd), scalar(ANDQ, even, odd)
	shifted := func(v GPVirtual, words uint64) GPVirtual {
		s := copied64(v)
		SHRQ(Imm(16*words), s)
		return s
	}
	ones1, ones2 := shifted(ones, 1), shifted(ones, 2)
	carry := scalar(ORQ, ones, ones1)
	ANDQ(ones2, carry)
	ORQ(scalar(ANDQ, ones, ones1), carry)
	XORQ(ones1, ones)
	XORQ(ones2, ones)
	Comment("Four bits of weight two: is just one of them set, or more?")
	some, more := scalar(ORQ, carry, twos), scalar(ANDQ, carry, twos)
	twos1, twos2 := shifted(twos, 1), shifted(twos, 2)
	ORQ(scalar(ANDQ, twos1, twos2), more)
	ORQ(twos1, twos2)
	ORQ(scalar(ANDQ, some, twos2), more)
	ORQ(twos2, some)
	just := GP64()
	ANDNQ(some, more, just)
	Comment("Two, three and more permutations, each in 16 bits.")
	two := GP64()
	ANDNQ(just, ones, two)
	ANDQ(U32(511), two)
	three := scalar(ANDQ, just, ones)
	ANDQ(U32(511), three)
	SHLQ(Imm(16), three)
	SHLQ(Imm(32), more)
	ORQ(three, two)
	ORQ(more, two)
	TZCNTQ(two, two)
	ANDL(Imm(15), two.As32())
	return two
}

// firstPermutation returns the number of the first open permutation of the digit, the odd ones after 4.
func (b *boxes) firstPermutation(line, digit GPVirtual) GPVirtual {
	even, odd := b.permutationsOf(line)
	first, other := GP64(), GP64()
	SHRXQ(digit, even, first)
	SHRXQ(digit, odd, other)
	words := GP64()
	MOVQ(U64(0x0000_0001_0001_0001), words)
	ANDQ(words, first)
	ANDQ(words, other)
	TZCNTQ(other, other)
	ADDQ(Imm(64), other)
	TZCNTQ(first, first)
	Comment("The carry says that there was no bit.")
	CMOVQCS(other, first)
	SHRQ(Imm(4), first)
	return first
}

// guess leaves the state without the permutation on the stack and goes on with that one alone.
func (b *boxes) guess(line, digit, perm GPVirtual) {
	next := b.top.Offset(frame)
	for i := range vectors {
		b.move(b.loaded(b.inMemory(i)), next.Offset(size*i))
	}
	bit, set, side := GP32(), YMM(), GP64()
	MOVL(U32(1), bit)
	SHLXL(digit.As32(), bit, bit)
	VMOVD(bit, set.AsX())
	VPBROADCASTW(set.AsX(), set)
	at8 := GP64()
	LEAQ(Mem{Base: perm, Index: line, Scale: 8}, at8)
	place := at(b.tables.Field("place"), 2)
	place.Index, place.Scale = at8, 4
	word := GP64()
	MOVL(place, word.As32())
	SHLQ(Imm(6), at8)
	cut := at(b.tables.Field("cut"), 4)
	cut.Index, cut.Scale = at8, 1
	MOVL(line.As32(), side.As32())
	SHRL(Imm(2), side.As32())
	SHLL(Imm(6), side.As32())
	for parity := range 2 {
		old := b.perm(parity)
		old.Index, old.Scale = side, 1
		lost := join(b.and, cut.Offset(size*parity), set)
		b.andNot(old, lost, lost)
		b.move(lost, old.Offset(frame))
	}
	NOTL(bit)
	later := b.top
	later.Index, later.Scale = word, 1
	ANDW(bit.As16(), later)
	ADDQ(U32(frame), b.top.Base)
	INCQ(b.depth)
}

// scalar returns a new register with the result of an instruction that overwrites its second operand.
func scalar(instruction func(x, y Op), x, y GPVirtual) GPVirtual {
	to := copied64(y)
	instruction(x, to)
	return to
}

// copied64 returns a new register with the value of v.
func copied64(v GPVirtual) GPVirtual {
	c := GP64()
	MOVQ(v, c)
	return c
}
