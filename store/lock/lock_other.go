//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd || windows)

package lock

import (
	"errors"
	"os"
)

const noFollow = 0

// tryLock refuses nobody on systems whose locks are not known here.
func tryLock(*os.File) error { return nil }

// isHeld returns false, for this system has no locks.
func isHeld(error) bool { return false }

// release closes the file.
func release(f *os.File) error { return f.Close() }

// remove removes and closes the file.
func remove(f *os.File) error {
	return errors.Join(os.Remove(f.Name()), f.Close())
}
