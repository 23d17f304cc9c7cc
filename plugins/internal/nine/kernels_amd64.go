package nine

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
