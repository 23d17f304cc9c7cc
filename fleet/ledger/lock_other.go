//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package ledger

import "os"

// lock refuses nobody: without flock two coordinators compute the same chunks, and the first part of each counts.
func lock(*os.File) bool { return true }
