package main

import (
	"github.com/mmcloughlin/avo/gotypes"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// A state is nine vectors of cells and, from number cells and offset perms, four of permutations. size is how many bytes
// a vector has, frame how many a state has.
const (
	size    = 32
	cells   = 9
	vectors = 13
	perms   = cells * size
	frame   = vectors * size
)

// boxes is a search. The state that it works on is the frame at top. The narrow kernel has it there, in memory, for
// its 13 vectors and what is derived from them would not fit into 16 registers; but it begins each sweep with the
// permutations in registers, since a sweep that loads what the last one stored waits longer. The wide kernel has the
// whole state in registers while it sweeps.
type boxes struct {
	words
	kernel, tables                         gotypes.Component
	top                                    Mem
	depth, budget, guesses                 GPVirtual
	must, lone, single, sum, allOnes, zero Mem
	rightInRow                             [2]Mem
	depthAt                                Mem
	held                                   [vectors]VecVirtual // vectors of the frame that registers have between two sweeps
}

// search generates the whole search: propagate, branch, step back, stop with a solution.
func search(name string, wide bool) {
	TEXT(name, NOSPLIT, "func(n *narrow, p *boxPaths, grid *[81]uint8, budget int64) (status, guesses int64)")
	b := newBoxes(wide)
	Label("back")
	TESTQ(b.depth, b.depth)
	JZ(LabelRef("exhausted"))
	DECQ(b.depth)
	SUBQ(U32(frame), b.top.Base)
	b.hold(0, cells)
	Label("settle")
	b.hold(cells, vectors)
	Comment("No state has this sum.")
	b.move(b.loaded(b.allOnes), b.sum)
	Label("sweep")
	b.sweep()
	JNZ(LabelRef("sweep"))
	b.release()
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

func newBoxes(wide bool) *boxes {
	n, t := Dereference(Param("n")), Dereference(Param("p"))
	b := &boxes{
		words: newWords(wide), kernel: n, tables: t, depth: GP64(), budget: GP64(), guesses: GP64(),
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
	for i := range b.held {
		if wide || i >= cells {
			b.held[i] = YMM()
		}
	}
	return b
}

// hold loads what is held of the vectors of the state from number first up to last.
func (b *boxes) hold(first, last int) {
	for i := first; i < last; i++ {
		if b.held[i] != nil {
			b.move(b.inMemory(i), b.held[i])
		}
	}
}

// release stores what is held and not yet stored.
func (b *boxes) release() {
	if b.wide {
		for i, v := range b.held {
			b.move(v, b.inMemory(i))
		}
	}
}

// inMemory is where a vector of the state is in the frame.
func (b *boxes) inMemory(i int) Mem { return b.top.Offset(size * i) }

// vector is where a vector of the state is during a sweep.
func (b *boxes) vector(i int) Op {
	if b.wide {
		return b.held[i]
	}
	return b.inMemory(i)
}

// changing returns the register for a new value of a vector of the state, which changed must follow.
func (b *boxes) changing(i int) VecVirtual {
	if b.held[i] != nil {
		return b.held[i]
	}
	return YMM()
}

// changed puts the new value where the vector is.
func (b *boxes) changed(i int, v VecVirtual) {
	if !b.wide {
		b.move(v, b.inMemory(i))
	}
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
	nibble := b.loaded(at(b.tables.Field("nibble"), 1))
	table := func(field string, i int) Mem { return at(b.tables.Field(field).Index(i), 1) }
	digits := func(first, second Op) VecVirtual {
		packed, upper := YMM(), YMM()
		VPACKUSWB(second, first, packed)
		VPSRLW(Imm(4), packed, upper)
		VPAND(nibble, packed, packed)
		VPAND(nibble, upper, upper)
		low, high := b.loaded(table("digit", 0)), b.loaded(table("digit", 1))
		VPSHUFB(packed, low, low)
		VPSHUFB(upper, high, high)
		VPADDB(low, high, high)
		return high
	}
	var row [9]VecVirtual
	for i := range 3 {
		last := b.loaded(b.cell(i, 2))
		pair, third := digits(b.loaded(b.cell(i, 0)), b.cell(i, 1)), digits(last, last)
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
