package main

import (
	"github.com/mmcloughlin/avo/gotypes"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// size is how many bytes a vector of the narrow kernel has, frame how many a state has: nine vectors of cells
// and, from offset perms, four of permutations.
const (
	size  = 32
	perms = 9 * size
	frame = 13 * size
)

// boxes is the narrow kernel. The state is the frame at top, in memory: 13 vectors and what is derived from
// them would not fit into 16 registers.
type boxes struct {
	vectors, tables                        gotypes.Component
	top                                    Mem
	depth, budget, guesses                 GPVirtual
	must, lone, single, sum, allOnes, zero Mem
	rightInRow                             [2]Mem
	depthAt                                Mem
}

// searchNarrow generates the whole search: propagate, branch, step back, stop with a solution.
func searchNarrow() {
	TEXT("searchNarrow", NOSPLIT, "func(n *narrow, p *boxPaths, grid *[81]uint8, budget int64) (status, guesses int64)")
	b := newBoxes()
	Label("back")
	TESTQ(b.depth, b.depth)
	JZ(LabelRef("exhausted"))
	DECQ(b.depth)
	SUBQ(U32(frame), b.top.Base)
	Label("settle")
	Comment("No state has this sum.")
	sum := YMM()
	VPCMPEQW(sum, sum, sum)
	VMOVDQU(sum, b.sum)
	Label("sweep")
	b.sweep()
	JNZ(LabelRef("sweep"))
	b.branch()
	JMP(LabelRef("settle"))
	Label("pause")
	INCQ(b.depth)
	b.leave(2)
	Label("solved")
	b.write()
	b.leave(1)
	Label("exhausted")
	b.leave(0)
}

func newBoxes() *boxes {
	n, t := Dereference(Param("n")), Dereference(Param("p"))
	b := &boxes{
		vectors: n, tables: t, depth: GP64(), budget: GP64(), guesses: GP64(),
		must: at(n.Field("must"), 2), lone: at(n.Field("lone"), 2), single: at(n.Field("single"), 2),
		sum:     at(n.Field("sum"), 1),
		allOnes: at(t.Field("ones"), 1), zero: at(t.Field("zero"), 1), depthAt: at(n.Field("depth"), 0),
	}
	for i := range b.rightInRow {
		b.rightInRow[i] = at(t.Field("right").Index(i), 1)
	}
	MOVQ(b.depthAt, b.depth)
	Load(Param("budget"), b.budget)
	XORQ(b.guesses, b.guesses)
	top, offset := GP64(), GP64()
	LEAQ(at(n.Field("stack").Index(0).Field("cell"), 2), top)
	IMUL3Q(U32(frame), b.depth, offset)
	ADDQ(offset, top)
	b.top = Mem{Base: top}
	return b
}

// leave generates the return with a status.
func (b *boxes) leave(status uint64) {
	MOVQ(b.depth, b.depthAt)
	s := GP64()
	MOVQ(U32(status), s)
	Store(s, Return("status"))
	Store(b.guesses, Return("guesses"))
	VZEROUPPER()
	RET()
}

// write stores the digits of a solved state.
func (b *boxes) write() {
	grid := Mem{Base: Load(Param("grid"), GP64())}
	nibble := loaded(at(b.tables.Field("nibble"), 1))
	table := func(field string, i int) Mem { return at(b.tables.Field(field).Index(i), 1) }
	digits := func(first, second Op) VecVirtual {
		packed, upper := YMM(), YMM()
		VPACKUSWB(second, first, packed)
		VPSRLW(Imm(4), packed, upper)
		VPAND(nibble, packed, packed)
		VPAND(nibble, upper, upper)
		low, high := loaded(table("digit", 0)), loaded(table("digit", 1))
		VPSHUFB(packed, low, low)
		VPSHUFB(upper, high, high)
		return join(addBytes, low, high)
	}
	var row [9]VecVirtual
	for i := range 3 {
		last := loaded(b.cell(i, 2))
		pair, third := digits(loaded(b.cell(i, 0)), b.cell(i, 1)), digits(last, last)
		outer, middle := YMM(), XMM()
		outer2, middle2 := YMM(), XMM()
		VPSHUFB(table("gather", 0), pair, outer)
		VPSHUFB(table("gather2", 0), third, outer2)
		VPOR(outer2, outer, outer)
		VPSHUFB(table("gather", 1), pair.AsX(), middle)
		VPSHUFB(table("gather2", 1), third.AsX(), middle2)
		VPOR(middle2, middle, middle)
		row[i], row[3+i], row[6+i] = outer, middle, YMM()
		VEXTRACTI128(Imm(1), outer, row[6+i].AsX())
	}
	Comment("Each row overwrites what the one before wrote too much.")
	for r, digits := range row[:8] {
		VMOVDQU(digits.AsX(), grid.Offset(9*r))
	}
	VMOVQ(row[8].AsX(), grid.Offset(72))
	VPEXTRB(Imm(8), row[8].AsX(), grid.Offset(80))
}

// cell is where the cells in row i and column j of the boxes are.
func (b *boxes) cell(i, j int) Mem { return b.top.Offset(size * (3*i + j)) }

// perm is where the permutations are: even and odd of bands, then of stacks.
func (b *boxes) perm(i int) Mem { return b.top.Offset(perms + size*i) }

// loaded returns a new register with the vector in memory.
func loaded(from Mem) VecVirtual {
	v := YMM()
	VMOVDQU(from, v)
	return v
}

// join returns a new register with the result of an instruction with two sources.
func join(instruction func(x, y, to Op), x, y Op) VecVirtual {
	to := YMM()
	instruction(x, y, to)
	return to
}

// These have constructors for any number of operands in avo, for there is an AVX-512 form with more.
func addBytes(x, y, to Op) { VPADDB(x, y, to) }
func addWords(x, y, to Op) { VPADDW(x, y, to) }
func shuffled(x, y, to Op) { VPSHUFB(x, y, to) }
