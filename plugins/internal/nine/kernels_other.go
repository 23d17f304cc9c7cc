//go:build !amd64

package nine

// available lists the kernels of this machine, the fastest first.
func available() []choice { return []choice{{"scalar", newScalar}} }
