//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package file

import "os"

// lockFile refuses nobody: without flock, equal work is done at the same time, and stored once.
func lockFile(*os.File) bool { return true }
