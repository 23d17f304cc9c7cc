package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// machine is a kernel together with the stack of open branches.
type machine struct {
	*kernel
	depth, budget, guesses GPVirtual
	sum                    Register
	depthAt, stackAt       Mem
	table                  func(field string, nesting int) Mem
}

// search generates the whole search: propagate, branch, step back, stop with a solution.
func search() {
	TEXT("searchWide", NOSPLIT, "func(w *wide, p *paths, grid *[81]uint8, budget int64) (status, guesses int64)")
	m := newMachine()
	m.loop()
	m.branch()
	Label("pause")
	m.store(m.perms())
	m.leave(2)
	Label("solved")
	m.write()
	m.leave(1)
	Label("exhausted")
	m.leave(0)
}

func newMachine() *machine {
	w, t := Dereference(Param("w")), Dereference(Param("p"))
	m := &machine{
		kernel: newKernel(t), depth: GP64(), budget: GP64(), guesses: GP64(), sum: ZMM(),
		depthAt: at(w.Field("depth"), 0), stackAt: at(w.Field("stack").Index(0).Field("row"), 2),
		table: func(field string, nesting int) Mem { return at(t.Field(field), nesting) },
	}
	MOVQ(m.depthAt, m.depth)
	Load(Param("budget"), m.budget)
	XORQ(m.guesses, m.guesses)
	return m
}

// top is the address of the first free frame of the stack.
func (m *machine) top() Mem {
	p, size := GP64(), GP64()
	LEAQ(m.stackAt, p)
	LEAQ(Mem{Base: m.depth, Index: m.depth, Scale: 4}, size)
	SHLQ(U8(7), size) // a frame has 5·128 bytes
	ADDQ(size, p)
	return Mem{Base: p}
}

// loop generates stepping back and propagation.
func (m *machine) loop() {
	Label("back")
	TESTQ(m.depth, m.depth)
	JZ(LabelRef("exhausted"))
	DECQ(m.depth)
	from := m.top()
	for i, r := range m.registers() {
		VMOVDQU64(from.Offset(64*i), r)
	}
	Comment("No state has this sum, not even one in which the first sweep leaves nothing at all.")
	VPTERNLOGD(Imm(0xff), m.sum, m.sum, m.sum)
	Label("sweep")
	bad := m.half(&m.rows, true)
	more := m.half(&m.cols, false)
	KORTESTD(bad, more)
	JNZ(LabelRef("back"))
	m.exchange()
	Comment("Bits only ever disappear, so that any change lowers some sum of words.")
	sum, changed := ZMM(), K()
	VPADDW(m.rows.cell[0], m.rows.cell[1], sum)
	VPADDW(m.rows.cell[2], sum, sum)
	for _, p := range m.perms() {
		VPADDW(p, sum, sum)
	}
	VPCMPUD(Imm(notEqual), sum, m.sum, changed)
	VMOVDQA64(sum, m.sum)
	KORTESTW(changed, changed)
	JNZ(LabelRef("sweep"))
}

// store pushes the state with these permutations.
func (m *machine) store(perms []VecVirtual) {
	to := m.top()
	for i, r := range append(m.registers()[:6], perms...) {
		VMOVDQU64(r, to.Offset(64*i))
	}
	INCQ(m.depth)
}

// leave generates the return with a status.
func (m *machine) leave(status uint64) {
	MOVQ(m.depth, m.depthAt)
	s := GP64()
	MOVQ(U32(status), s)
	Store(s, Return("status"))
	Store(m.guesses, Return("guesses"))
	VZEROUPPER()
	RET()
}

// write stores the digits of a solved state.
func (m *machine) write() {
	var digit [3]VecVirtual
	for j, c := range m.rows.cell {
		below := ZMM()
		VPSUBW(m.one, c, below)
		VPXORQ(c, below, below)
		digit[j] = bitCount(below)
		VPMOVWB(digit[j], digit[j].AsY())
	}
	both := ZMM()
	VINSERTI64X4(Imm(1), digit[1].AsY(), digit[0], both)
	grid := Mem{Base: Load(Param("grid"), GP64())}
	from := m.table("output", 2)
	first, second := ZMM(), ZMM()
	VMOVDQU64(from, first)
	VPERMI2B(digit[2], both, first)
	VMOVDQU64(first, grid)
	VMOVDQU64(from.Offset(64), second)
	VPERMI2B(digit[2], both, second)
	VMOVDQU8(second, mask(1<<17-1), grid.Offset(64))
}
