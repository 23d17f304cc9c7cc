//go:build unix

package about

import "golang.org/x/sys/unix"

// system returns the name and the release of the operating system's kernel, "" if it does not say.
func system() string {
	var name unix.Utsname
	if unix.Uname(&name) != nil {
		return ""
	}
	return unix.ByteSliceToString(name.Sysname[:]) + " " + unix.ByteSliceToString(name.Release[:])
}
