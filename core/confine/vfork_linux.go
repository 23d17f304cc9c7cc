//go:build linux && (amd64 || arm64)

package confine

const canShareMemory = true

// vfork is clone for flags that let the new process use the memory, stack included, while the caller waits. It returns
// twice: 0 in the new process, and its number or a negative errno in the caller.
//
//go:noescape
func vfork(flags uintptr) (result int)
