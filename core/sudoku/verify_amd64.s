#include "textflag.h"

// bits has a byte with one bit for each of the digits 1 to 8, and 0 for 9 and for everything else.
DATA bits<>+0(SB)/8, $0x4020100804020100
DATA bits<>+8(SB)/8, $0x0000000000000080
GLOBL bits<>(SB), RODATA|NOPTR, $16

// lines, boxes and columns say which bytes of a joined vector are to be looked at: the first cell of a row, those of the three
// boxes of a band, and those of nine columns.
DATA lines<>+0(SB)/8, $0x00000000000000ff
DATA lines<>+8(SB)/8, $0
GLOBL lines<>(SB), RODATA|NOPTR, $16
DATA boxes<>+0(SB)/8, $0x00ff0000ff0000ff
DATA boxes<>+8(SB)/8, $0
GLOBL boxes<>(SB), RODATA|NOPTR, $16
DATA columns<>+0(SB)/8, $0xffffffffffffffff
DATA columns<>+8(SB)/8, $0x00000000000000ff
GLOBL columns<>(SB), RODATA|NOPTR, $16

// JOIN3 joins each byte of Y with the two that lie step and twice step bytes after it.
#define JOIN3(Y, S, T, step) \
	VPSRLDQ $(step), Y, S; \
	VPSRLDQ $(2*step), Y, T; \
	VPXOR   S, Y, Y; \
	VPXOR   T, Y, Y

// KEEP marks in Y15 the givens of 32 cells that the grid does not have, and joins in Y14 what is left of each of its values
// when 1 is taken away. Y13 is -1 in each byte.
#define KEEP(at) \
	VMOVDQU  at(AX), Y0; \
	VMOVDQU  at(BX), Y1; \
	VPCMPEQB Y1, Y0, Y2; \
	VPANDN   Y1, Y2, Y2; \
	VPOR     Y2, Y15, Y15; \
	VPADDB   Y13, Y0, Y0; \
	VPMAXUB  Y0, Y14, Y14

// func solvesByVector(grid, givens *[81]uint8) bool
//
// Nine digits make up a house if the bits of all of them, joined by exclusive or, are all eight bits: each of eight bits needs a
// digit of its own, and a ninth digit that is not 9 would take one away again. What is joined is linear: the third row of a band is good
// if the other two and the three boxes are.
TEXT ·solvesByVector(SB), NOSPLIT, $0-17
	MOVQ grid+0(FP), AX
	MOVQ givens+8(FP), BX

	VPXOR    Y15, Y15, Y15
	VPXOR    Y14, Y14, Y14
	VPCMPEQB Y13, Y13, Y13
	KEEP(0)
	KEEP(32)
	KEEP(49)

	// Values above 9, and 0, from which 255 is left.
	VPSRLW   $15, Y13, Y0
	VPSLLW   $3, Y0, Y0
	VPACKUSWB Y0, Y0, Y0
	VPSUBUSB Y0, Y14, Y14
	VPOR     Y14, Y15, Y15

	// The rows of the first two bands: Y0, Y1 and Y2 have the first, second and third row of both. Then those of the third:
	// Y3 has the first and second row, X4 the third, which would end after the grid if it were read from its first cell.
	VBROADCASTI128 bits<>(SB), Y12
	VMOVDQU        0(AX), X0
	VINSERTI128    $1, 27(AX), Y0, Y0
	VMOVDQU        9(AX), X1
	VINSERTI128    $1, 36(AX), Y1, Y1
	VMOVDQU        18(AX), X2
	VINSERTI128    $1, 45(AX), Y2, Y2
	VMOVDQU        54(AX), X3
	VINSERTI128    $1, 63(AX), Y3, Y3
	VMOVDQU        65(AX), X4
	VPSRLDQ        $7, X4, X4
	VPSHUFB        Y0, Y12, Y0
	VPSHUFB        Y1, Y12, Y1
	VPSHUFB        Y2, Y12, Y2
	VPSHUFB        Y3, Y12, Y3
	VPSHUFB        X4, X12, X4

	// Bands: Y5 has the first two and X6 the third, X7 all.
	VPXOR        Y0, Y1, Y5
	VPXOR        Y2, Y5, Y5
	VEXTRACTI128 $1, Y3, X6
	VPXOR        X3, X6, X6
	VPXOR        X4, X6, X6
	VEXTRACTI128 $1, Y5, X7
	VPXOR        X5, X7, X7
	VPXOR        X6, X7, X7

	JOIN3(Y5, Y8, Y9, 1)
	JOIN3(X6, X8, X9, 1)
	JOIN3(Y0, Y8, Y9, 1)
	JOIN3(Y1, Y10, Y11, 1)
	JOIN3(Y3, Y8, Y9, 1)
	JOIN3(Y0, Y8, Y9, 3)
	JOIN3(Y1, Y10, Y11, 3)
	JOIN3(Y3, Y8, Y9, 3)

	// What lacks a bit is not good.
	VPAND          Y1, Y0, Y0
	VPAND          Y3, Y0, Y0
	VBROADCASTI128 lines<>(SB), Y1
	VPANDN         Y1, Y0, Y0
	VPOR           Y0, Y15, Y15
	VBROADCASTI128 boxes<>(SB), Y1
	VPANDN         Y1, Y5, Y5
	VPOR           Y5, Y15, Y15
	VPANDN         X1, X6, X6
	VPOR           Y6, Y15, Y15
	VPANDN         columns<>(SB), X7, X7
	VPOR           Y7, Y15, Y15
	VPTEST         Y15, Y15
	SETEQ          ret+16(FP)
	VZEROUPPER
	RET

// func hasAVX2() bool
TEXT ·hasAVX2(SB), NOSPLIT, $0-1
	MOVB $0, ret+0(FP)
	XORL AX, AX
	CPUID
	CMPL AX, $7
	JB   done

	// The system has to keep the vectors too: OSXSAVE and AVX of the CPU, then the bits of XMM and YMM.
	MOVL $1, AX
	XORL CX, CX
	CPUID
	ANDL $0x18000000, CX
	CMPL CX, $0x18000000
	JNE  done
	XORL CX, CX
	XGETBV
	ANDL $6, AX
	CMPL AX, $6
	JNE  done

	MOVL $7, AX
	XORL CX, CX
	CPUID
	SHRL $5, BX
	ANDL $1, BX
	MOVB BX, ret+0(FP)

done:
	RET
