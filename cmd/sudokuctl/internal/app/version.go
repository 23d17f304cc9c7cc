package app

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// Version returns the version of this binary: that of the module, or "devel" with the commit.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "devel"
	}
	return info.Main.Version
}

// VersionLine is what "sudokuctl --version" prints, and "sudokuctl version" first.
func VersionLine() string {
	return fmt.Sprintf("sudokuctl %s %s %s/%s\n", Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
