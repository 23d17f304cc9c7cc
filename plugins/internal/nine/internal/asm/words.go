package main

import (
	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/gotypes"
	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// Truth tables of VPTERNLOG for operands x (the destination), y, z: bit 4x+2y+z is the value.
const (
	or3     = 0xfe // x | y | z
	and3    = 0x80 // x & y & z
	xor3    = 0x96 // x ^ y ^ z
	most    = 0xe8 // at least two of x, y, z
	andOr   = 0xe0 // x & (y | z)
	andNor  = 0x10 // x &^ (y | z)
	exactly = 0x04 // y &^ (x | z)
	allBut  = 0x40 // x & y &^ z
)

// Comparisons of VPCMPUW and VPCMPUD.
const (
	less     = 1
	notEqual = 4
)

// ternary sets x to a function of three vectors.
func ternary(table int, x, y, z Op) { VPTERNLOGD(Imm(uint64(table)), z, y, x) }

// copied returns a new register with the value of v.
func copied(v Op) VecVirtual {
	c := ZMM()
	VMOVDQA64(v, c)
	return c
}

// moved returns the words of v in the order of a path.
func moved(v, path Op) VecVirtual {
	out := ZMM()
	VPERMW(v, path, out)
	return out
}

// bitCount returns the number of bits of each word; avo has no constructor for this instruction.
func bitCount(v Op) VecVirtual {
	out := ZMM()
	Instruction(&ir.Instruction{
		Opcode: "VPOPCNTW", Operands: []Op{v, out}, Inputs: []Op{v}, Outputs: []Op{out},
		ISA: []string{"AVX512BITALG"},
	})
	return out
}

// only returns v where k is set and 0 elsewhere.
func only(v, k Op) VecVirtual {
	out := ZMM()
	VMOVDQU16_Z(v, k, out)
	return out
}

// mask returns a mask register with the 32 bits of value.
func mask(value uint64) OpmaskVirtual {
	k, r := K(), GP32()
	MOVL(U32(value), r)
	KMOVD(r, k)
	return k
}

// every returns a new register with value in all words.
func every(value uint64) VecVirtual {
	v, r := ZMM(), GP32()
	MOVL(U32(value), r)
	VPBROADCASTW(r, v)
	return v
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
