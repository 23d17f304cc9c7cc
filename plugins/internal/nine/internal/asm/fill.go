package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// fill generates the first frame: the givens in both views, every permutation allowed.
func fill() {
	TEXT("fillWide", NOSPLIT, "func(w *wide, p *paths, givens *[81]uint8)")
	w, t := Dereference(Param("w")), Dereference(Param("p"))
	from := Mem{Base: Load(Param("givens"), GP64())}
	low, high, ten := ZMM(), ZMM(), ZMM()
	VMOVDQU64(from, low)
	VMOVDQU8_Z(from.Offset(64), mask(1<<17-1), high)
	limit := GP32()
	MOVL(U32(10), limit)
	VPBROADCASTB(limit, ten)
	VPMINUB(ten, low, low)
	VPMINUB(ten, high, high)
	sets, words := ZMM(), mask(1<<27-1)
	VMOVDQU64(at(t.Field("digit"), 1), sets)
	to, path := at(w.Field("stack").Index(0).Field("row"), 2), at(t.Field("input"), 2)
	for i := range 6 {
		cells := ZMM()
		VBROADCASTI32X8(path.Offset(32*i), cells)
		VPERMI2B(high, low, cells)
		VPMOVZXBW(cells.AsY(), cells)
		VPERMW_Z(sets, cells, words, cells)
		VMOVDQU64(cells, to.Offset(64*i))
	}
	fresh := ZMM()
	VMOVDQU64(at(t.Field("fresh"), 1), fresh)
	for i := 6; i < 10; i++ {
		VMOVDQU64(fresh, to.Offset(64*i))
	}
	VZEROUPPER()
	RET()
}
