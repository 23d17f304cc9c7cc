// Package wholefile writes files whole or not at all: a reader never sees half of one, and what was there stays until
// the new file is complete.
package wholefile

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// unfinished begins the names of files that are being written. A process that is killed may leave one.
const unfinished = ".unfinished-"

// Replace writes a file, in place of one that may be there. A link to a file stays a link. A terminal, a pipe or a
// device is written to.
func Replace(path string, data []byte, mode fs.FileMode) error {
	if to, err := filepath.EvalSymlinks(path); err == nil {
		path = to
	}
	if at, err := os.Stat(path); err == nil && !at.Mode().IsRegular() {
		return cause(os.WriteFile(path, data, mode))
	}
	return write(path, data, mode)
}

// write writes a file under another name, on the same disk, and then gives it its own.
func write(path string, data []byte, mode fs.FileMode) error {
	dir := filepath.Dir(path)
	part := filepath.Join(dir, unfinished+rand.Text())
	f, err := os.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return cause(err)
	}
	defer os.Remove(part)
	_, err = f.Write(data)
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return cause(err)
	}
	if err := os.Rename(part, path); err != nil {
		return cause(err)
	}
	return cause(syncFolder(dir))
}

// syncFolder makes a new name in a folder outlast a loss of power. Windows does that by itself, and has no call for it.
func syncFolder(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(path)
	if err != nil {
		return cause(err)
	}
	defer d.Close()
	return cause(d.Sync())
}

// cause leaves the name of the unfinished file out of an error.
func cause(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	var link *os.LinkError
	if errors.As(err, &link) {
		return link.Err
	}
	return err
}
