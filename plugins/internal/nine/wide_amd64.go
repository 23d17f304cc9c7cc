package nine

import "golang.org/x/sys/cpu"

//go:generate go run -C internal/asm . -kernel wide -out ../../wide_amd64.s

// wide is the narrow kernel in the instructions of AVX-512.
type wide struct{ narrow }

// wideMachine reports whether the CPU and the system support what the assembly uses.
func wideMachine() bool {
	x := &cpu.X86
	return halfMachine() && x.HasAVX512F && x.HasAVX512BW && x.HasAVX512VL && x.HasAVX512BITALG
}

// newWide returns the kernel for AVX-512.
func newWide() kernel { return new(wide) }

// next searches for the next solution within a budget of guesses.
func (w *wide) next(grid *[81]uint8, budget int64) (Status, int64) {
	status, guesses := searchWide(&w.narrow, &narrowTables, grid, budget)
	return Status(status), guesses
}

// searchWide does what searchNarrow does.
//
//go:noescape
func searchWide(n *narrow, p *boxPaths, grid *[81]uint8, budget int64) (status, guesses int64)

// available lists the kernels of this machine, the fastest first.
func available() []choice {
	var kernels []choice
	if wideMachine() {
		kernels = append(kernels, choice{"wide", newWide})
	}
	if halfMachine() {
		kernels = append(kernels, choice{"narrow", newNarrow})
	}
	return append(kernels, choice{"scalar", newScalar})
}
