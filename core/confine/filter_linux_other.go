//go:build linux && !amd64 && !arm64

package confine

import "golang.org/x/sys/unix"

// auditArch is 0: the filter is not written for this architecture, so nothing is enforced.
const auditArch = 0

// filterProgram returns nil: there is no filter for this processor.
func filterProgram() []unix.SockFilter { return nil }

const canShareMemory = false

// vfork is never called on this processor.
func vfork(uintptr) (result int) { return 0 }
