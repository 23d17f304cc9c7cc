//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package journal

import "os"

// lock does nothing here: two equal studies at once may disturb each other.
func lock(*os.File) (bool, error) { return true, nil }
