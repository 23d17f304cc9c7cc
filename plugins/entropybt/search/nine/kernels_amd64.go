package nine

// available lists the kernels of this machine, the fastest first.
func available() []choice {
	if vectorMachine() {
		return []choice{{"wide", newWide}, {"scalar", newScalar}}
	}
	return []choice{{"scalar", newScalar}}
}
