#include "textflag.h"

// func vfork(flags uintptr) (result int)
TEXT ·vfork(SB),NOSPLIT|NOFRAME,$0-16
	MOVQ	flags+0(FP), DI
	XORL	SI, SI
	XORL	DX, DX
	XORL	R10, R10
	XORL	R8, R8
	MOVL	$56, AX		// clone
	MOVQ	0(SP), R12	// The new process writes over the return address.
	SYSCALL
	MOVQ	R12, 0(SP)
	MOVQ	AX, result+8(FP)
	RET
