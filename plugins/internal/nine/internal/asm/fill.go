package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// fill generates the first frame: the givens, every permutation allowed.
func fill() {
	TEXT("fillNarrow", NOSPLIT, "func(n *narrow, p *boxPaths, givens *[81]uint8)")
	n, t := Dereference(Param("n")), Dereference(Param("p"))
	from := Mem{Base: Load(Param("givens"), GP64())}
	to := at(n.Field("stack").Index(0).Field("cell"), 2)
	ten, low, high := XMM(), XMM(), XMM()
	VMOVDQU(at(t.Field("ten"), 1), ten)
	VMOVDQU(at(t.Field("low"), 1), low)
	VMOVDQU(at(t.Field("high"), 1), high)
	for i := range 3 {
		var row [3]VecVirtual
		for band := range row {
			r, split := 3*band+i, 0
			at0 := from.Offset(9 * r)
			if r == 8 {
				at0, split = from.Offset(65), 1
			}
			row[band] = XMM()
			VPMINUB(at0, ten, row[band])
			VPSHUFB(at(t.Field("split").Index(split), 1), row[band], row[band])
		}
		first, second := XMM(), XMM()
		VPUNPCKLDQ(row[1], row[0], first)
		VPUNPCKLDQ(row[2], row[2], second)
		for j := range 3 {
			three := XMM()
			switch j {
			case 0:
				VPUNPCKLQDQ(second, first, three)
			case 1:
				VPUNPCKHQDQ(second, first, three)
			case 2:
				VPUNPCKHDQ(row[1], row[0], first)
				VPUNPCKHDQ(row[2], row[2], second)
				VPUNPCKLQDQ(second, first, three)
			}
			lower, upper, sets := XMM(), XMM(), YMM()
			VPSHUFB(three, low, lower)
			VPSHUFB(three, high, upper)
			VPUNPCKLBW(upper, lower, sets.AsX())
			VPUNPCKHBW(upper, lower, upper)
			VINSERTI128(Imm(1), upper, sets, sets)
			VMOVDQU(sets, to.Offset(size*(3*i+j)))
		}
	}
	all := newWords(false).loaded(at(t.Field("all"), 1))
	for i := range 4 {
		VMOVDQU(all, to.Offset(perms+size*i))
	}
	VZEROUPPER()
	RET()
}
