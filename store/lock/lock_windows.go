package lock

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

const noFollow = 0 // only administrators make symbolic links

// tryLock locks a file without waiting.
func tryLock(f *os.File) error {
	const exclusive = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	return windows.LockFileEx(windows.Handle(f.Fd()), exclusive, 0, 1, 0, new(windows.Overlapped))
}

// isHeld also knows the error of opening a file that its owner removes at this moment.
func isHeld(err error) bool {
	return errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_SHARING_VIOLATION)
}

// release closes the file, which unlocks it.
func release(f *os.File) error { return f.Close() }

// remove closes the file first, for an open one cannot be removed. If another process has opened it meanwhile, the file
// stays, and is that process's.
func remove(f *os.File) error {
	return errors.Join(f.Close(), os.Remove(f.Name()))
}
