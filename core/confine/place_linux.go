package confine

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// find returns the place of an absolute path.
func find(path string) (Place, error) {
	fd, err := openPlace(path)
	if err != nil {
		return Place{}, err
	}
	f := os.NewFile(uintptr(fd), path)
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return Place{}, err
	}
	id, err := identity(fd)
	if err != nil {
		return Place{}, err
	}
	real, err := os.Readlink(fmt.Sprint("/proc/self/fd/", fd))
	if err != nil {
		return Place{}, err
	}
	if named, err := os.Lstat(real); err != nil || !os.SameFile(info, named) { // it has no name here, or no longer
		return Place{}, fmt.Errorf("%w: %s", fs.ErrNotExist, real)
	}
	return Place{Path: real, ID: id, info: info}, nil
}

// openPlace opens a path to look at, without its contents. Links of /proc that lead elsewhere are not followed.
func openPlace(path string) (fd int, err error) {
	how := unix.OpenHow{Flags: unix.O_PATH | unix.O_CLOEXEC, Resolve: unix.RESOLVE_NO_MAGICLINKS}
	fd, err = unix.Openat2(unix.AT_FDCWD, path, &how)
	if errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.EPERM) { // before Linux 5.6, or a filter that does not know it
		if path, err = filepath.EvalSymlinks(path); err == nil { // reads where they lead as a text
			fd, err = unix.Open(path, unix.O_PATH|unix.O_CLOEXEC|unix.O_NOFOLLOW, 0)
		}
	}
	switch {
	case errors.Is(err, unix.ELOOP):
		return -1, ErrProcess
	case err != nil:
		return -1, err
	}
	var system unix.Statfs_t
	if err := unix.Fstatfs(fd, &system); err != nil || system.Type == unix.PROC_SUPER_MAGIC {
		unix.Close(fd)
		return -1, errors.Join(err, ErrProcess)
	}
	return fd, nil
}

// open opens the place to look at. It fails if its name leads to something else than when it was found.
func (p Place) open() (fd int, err error) {
	if fd, err = openPlace(p.Path); err != nil {
		return -1, err
	}
	if id, err := identity(fd); err != nil || id != p.ID {
		unix.Close(fd)
		return -1, fmt.Errorf("opening %q: %w", p.Path, errors.Join(err, fs.ErrNotExist))
	}
	return fd, nil
}

// identity returns what tells the file of a descriptor from all others of this system.
func identity(fd int) (string, error) {
	var stat unix.Stat_t
	if err := unix.Fstat(fd, &stat); err != nil {
		return "", err
	}
	return fmt.Sprintf("%d:%d", stat.Dev, stat.Ino), nil
}
