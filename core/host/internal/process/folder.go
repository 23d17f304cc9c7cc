package process

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

const (
	folderPrefix = "sudokuctl-"
	ownerFile    = "owner" // in a folder; it is locked as long as the host lives
	// young is the age of a folder that may have no owner yet
	young = time.Minute
)

// folder is the private folder of a process: its socket and its temporary files are there. The process itself may write
// to a folder in it alone.
type folder struct {
	path  string
	owner *os.File
}

// newFolder makes a folder for the socket and the temporary files of one process, which only this user can enter.
func newFolder(base string) (*folder, error) {
	path, err := os.MkdirTemp(base, folderPrefix) // mode 0700
	if err != nil {
		if at, ok := errors.AsType[*fs.PathError](err); ok {
			err = at.Err // its path is a name made up at random
		}
		return nil, fmt.Errorf("in %s (TMPDIR): %w", base, err)
	}
	owner, err := os.OpenFile(filepath.Join(path, ownerFile), os.O_CREATE|os.O_RDWR, 0o600)
	if err == nil && !lock(owner) {
		err = fmt.Errorf("locking %q", owner.Name())
	}
	if err != nil {
		_ = os.RemoveAll(path)
		return nil, err
	}
	return &folder{path, owner}, nil
}

// PrivateFolder makes a folder for a program that is started without a host. It is removed like those of plugins if
// this process is killed.
func PrivateFolder() (path string, remove func(), err error) {
	f, err := newFolder(socketBase())
	if err != nil {
		return "", nil, fmt.Errorf("making a folder for a program: %w", err)
	}
	path = filepath.Join(f.path, "own")
	if err := os.Mkdir(path, 0o700); err != nil {
		f.remove()
		return "", nil, fmt.Errorf("making a folder for a program: %w", err)
	}
	return path, f.remove, nil
}

// remove removes the folder with all that is in it.
func (f *folder) remove() {
	_ = os.RemoveAll(f.path)
	f.owner.Close()
}

// sweep removes the folders that killed hosts of this user have left.
func sweep(base string) {
	owners, err := filepath.Glob(filepath.Join(base, folderPrefix+"*", ownerFile))
	if err != nil {
		return
	}
	for _, path := range owners {
		info, err := os.Lstat(filepath.Dir(path))
		if err != nil || !info.IsDir() || !own(info) || time.Since(info.ModTime()) < young {
			continue
		}
		if owner, err := os.OpenFile(path, os.O_RDWR, 0); err == nil {
			if lock(owner) {
				_ = os.RemoveAll(filepath.Dir(path)) // the next host tries again
			}
			owner.Close()
		}
	}
}

// socketBase returns the folder for sockets. The path of a socket holds about 100 bytes, which a long TMPDIR
// with the names that go-plugin appends would exceed.
func socketBase() string {
	if dir := os.TempDir(); len(dir) <= 40 || os.PathSeparator != '/' {
		return dir
	}
	return "/tmp"
}
