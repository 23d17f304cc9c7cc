// Package lock lets one process at a time have a file. The kernel unlocks it when that process ends, however it ends.
package lock

import (
	"errors"
	"os"
)

// ErrHeld says that another process has the file, or this one already. Callers say so, wait, or give up.
var ErrHeld = errors.New("another process has it")

// File is a file that this process alone has, until Close or the end of the process.
type File struct{ f *os.File }

// Take makes the file if there is none and locks it. A file system without locks refuses nobody. A symbolic link is not
// followed: a user with write access to the folder could have a file made anywhere.
func Take(path string) (*File, error) {
	for {
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|noFollow, 0o600)
		if isHeld(err) {
			return nil, ErrHeld
		}
		if err != nil {
			return nil, err
		}
		if err := tryLock(f); isHeld(err) {
			f.Close()
			return nil, ErrHeld
		}
		if isAt(f, path) {
			return &File{f}, nil
		}
		f.Close() // its owner removed it between opening and locking
	}
}

// isAt reports whether the open file is still the one at path.
func isAt(f *os.File, path string) bool {
	mine, err := f.Stat()
	if err != nil {
		return false
	}
	there, err := os.Stat(path)
	return err == nil && os.SameFile(mine, there)
}

// File returns the file, to be read and written while the lock is held.
func (l *File) File() *os.File { return l.f }

// Close unlocks the file and closes it. The next process that waits gets it.
func (l *File) Close() error { return release(l.f) }

// Remove removes the file and lets others have one of its name. On Windows it stays if somebody is just trying to take it.
func (l *File) Remove() error { return remove(l.f) }
