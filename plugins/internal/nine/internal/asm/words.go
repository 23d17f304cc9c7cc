package main

import (
	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/gotypes"
	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// words are the instructions that the kernels have for the same thing: AVX2 reaches registers 0 to 15, AVX-512 has
// others for all 32, and one instruction for every function of three sets.
type words struct {
	wide                 bool
	move                 func(from, to Op)
	and, or, xor, andNot func(x, y, to Op) // x may be in memory; andNot is x &^ y
}

func newWords(wide bool) words {
	if wide {
		return words{wide, func(from, to Op) { VMOVDQU64(from, to) },
			func(x, y, to Op) { VPANDQ(x, y, to) }, func(x, y, to Op) { VPORQ(x, y, to) },
			func(x, y, to Op) { VPXORQ(x, y, to) }, func(x, y, to Op) { VPANDNQ(x, y, to) }}
	}
	return words{wide, VMOVDQU, VPAND, VPOR, VPXOR, VPANDN}
}

// Functions of three sets x, y, z as truth tables of VPTERNLOG: bit 4x+2y+z is the value.
const (
	and3   = 0x80 // x & y & z
	or3    = 0xfe // x | y | z
	most   = 0xe8 // at least two of x, y, z
	andOr  = 0xe0 // x & (y | z)
	andNor = 0x10 // x &^ (y | z)
	except = 0xba // x &^ y | z
)

// set writes a function of three sets to a register, which may be that of x. Both x and z may be in memory.
func (w words) set(table int, x, y, z, to Op) {
	if w.wide {
		if x != to {
			w.move(x, to)
		}
		VPTERNLOGD(Imm(uint64(table)), z, y, to)
		return
	}
	t := YMM()
	switch table {
	case and3:
		VPAND(x, y, to)
		VPAND(z, to, to)
	case or3:
		VPOR(x, y, to)
		VPOR(z, to, to)
	case most:
		VPOR(x, y, t)
		VPAND(x, y, to)
		VPAND(z, t, t)
		VPOR(t, to, to)
	case andOr:
		VPOR(z, y, t)
		VPAND(x, t, to)
	case andNor:
		VPOR(z, y, t)
		VPANDN(x, t, to)
	case except:
		VPANDN(x, y, to)
		VPOR(z, to, to)
	}
}

// of returns a new register with a function of three sets.
func (w words) of(table int, x, y, z Op) VecVirtual {
	to := YMM()
	w.set(table, x, y, z, to)
	return to
}

// scratch returns a register for instructions that AVX-512 has in another form only.
func (w words) scratch() Register {
	if w.wide {
		return Y0
	}
	return YMM()
}

// loaded returns a new register with the vector in memory.
func (w words) loaded(from Op) VecVirtual {
	v := YMM()
	w.move(from, v)
	return v
}

// A union of sets; the wide kernel takes them two at a time.
type union struct{ all, next VecVirtual }

func (w words) unite(u *union, set VecVirtual) {
	switch {
	case u.all == nil:
		u.all = w.loaded(set)
	case !w.wide:
		VPOR(set, u.all, u.all)
	case u.next == nil:
		u.next = set
	default:
		w.set(or3, u.all, u.next, set, u.all)
		u.next = nil
	}
}

// join returns a new register with the result of an instruction with two sources.
func join(instruction func(x, y, to Op), x, y Op) VecVirtual {
	to := YMM()
	instruction(x, y, to)
	return to
}

// These have constructors for any number of operands in avo, for there is an AVX-512 form with more.
func addWords(x, y, to Op) { VPADDW(x, y, to) }
func shuffled(x, y, to Op) { VPSHUFB(x, y, to) }

// bitCount counts the bits of each word; avo has no constructor for this instruction.
func bitCount(from, to Op) {
	Instruction(&ir.Instruction{
		Opcode: "VPOPCNTW", Operands: []Op{from, to}, Inputs: []Op{from}, Outputs: []Op{to},
		ISA: []string{"AVX512BITALG"},
	})
}

// at is the address of the first element of an array of vectors or bytes, however nested.
func at(c gotypes.Component, nesting int) Mem {
	for range nesting {
		c = c.Index(0)
	}
	b, err := c.Resolve()
	if err != nil {
		panic(err)
	}
	return b.Addr
}
