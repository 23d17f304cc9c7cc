//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package lock

import (
	"errors"
	"os"
	"syscall"
)

const noFollow = syscall.O_NOFOLLOW

// tryLock locks a file without waiting.
func tryLock(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}

// isHeld reports whether another process has the lock.
func isHeld(err error) bool { return errors.Is(err, syscall.EWOULDBLOCK) }

// release unlocks the file before it closes it: a child that this process is starting has the file too until it runs its own
// program, and the lock would be held as long.
func release(f *os.File) error {
	_ = syscall.Flock(int(f.Fd()), syscall.LOCK_UN) // a file system without locks has nothing to unlock
	return f.Close()
}

// remove removes the file while it is locked: afterwards it could be that of another process.
func remove(f *os.File) error {
	return errors.Join(os.Remove(f.Name()), f.Close())
}
