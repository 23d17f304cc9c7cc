// Package wholefile writes files whole or not at all: a reader never sees half of one, and what was there stays until
// the new file is complete. It opens only such files, and no pipe that would keep the reader waiting.
package wholefile

import (
	"crypto/rand"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// Unfinished begins the names of files that are being written. A process that is killed may leave one.
const Unfinished = ".unfinished-"

// ErrIrregular says that something else than a file has the name.
var ErrIrregular = errors.New("it is no regular file")

// Open opens a regular file to read it. A FIFO or a device, which might never say anything, is ErrIrregular.
func Open(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() { // to open a FIFO is to wait for its writer
		return nil, &fs.PathError{Op: "open", Path: path, Err: ErrIrregular}
	}
	return os.Open(path)
}

// Replace writes a file, in place of one that may be there. A link to a file stays a link; what is no file, such as a
// terminal, a pipe or a device, is written to.
func Replace(path string, data []byte, mode fs.FileMode) error {
	if to, err := filepath.EvalSymlinks(path); err == nil {
		path = to
	}
	if at, err := os.Stat(path); err == nil && !at.Mode().IsRegular() {
		return cause(os.WriteFile(path, data, mode))
	}
	return write(path, data, mode, os.Rename)
}

// Create writes a file that is not there. The error is fs.ErrExist if there is one.
func Create(path string, data []byte, mode fs.FileMode) error {
	return write(path, data, mode, os.Link)
}

// Named writes a file whose name follows from its content, and returns its path: fill writes the content and returns the
// name. A file of that name is replaced.
func Named(dir string, mode fs.FileMode, fill func(io.Writer) (name string, err error)) (path string, err error) {
	return give(dir, mode, fill, os.Rename)
}

// write writes a file of which everything is known.
func write(path string, data []byte, mode fs.FileMode, name func(from, to string) error) error {
	_, err := give(filepath.Dir(path), mode, func(w io.Writer) (string, error) {
		_, err := w.Write(data)
		return filepath.Base(path), cause(err)
	}, name)
	return err
}

// give writes a file under another name, on the same disk, and then gives it its own.
func give(dir string, mode fs.FileMode, fill func(io.Writer) (string, error), name func(from, to string) error) (string, error) {
	part := filepath.Join(dir, Unfinished+rand.Text())
	f, err := os.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return "", cause(err)
	}
	defer os.Remove(part)
	own, err := fill(f)
	if err != nil {
		f.Close()
		return "", err
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return "", cause(err)
	}
	path := filepath.Join(dir, own)
	if err := name(part, path); err != nil {
		return "", cause(err)
	}
	return path, cause(syncFolder(dir))
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
