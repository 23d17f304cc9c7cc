//go:build !race

#include "textflag.h"

// func publish(to *atomic.Int64, v int64)
//
// The processor makes stores visible in their order.
TEXT ·publish(SB), NOSPLIT, $0-16
	MOVQ to+0(FP), AX
	MOVQ v+8(FP), CX
	MOVQ CX, (AX)
	RET
