package file

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"

	"github.com/sudokuctl/sudokuctl/store/internal/row"
	"github.com/sudokuctl/sudokuctl/store/sqlite"
)

// Reasons why a database cannot be opened or written, for errors.Is.
var (
	ErrNotDatabase = errors.New("not an SQLite database")
	ErrForeign     = errors.New("a database of another application")
	ErrNewer       = errors.New("written by a newer sudokuctl")
	ErrAltered     = errors.New("altered by another program")
	ErrOlder       = errors.New("written by an older sudokuctl")
	ErrReadOnly    = errors.New("read-only")
	ErrLocked      = errors.New("locked by another process")
	ErrFull        = errors.New("no space left")
)

// errOnlyReads says what a query may be that a person wrote.
var errOnlyReads = fmt.Errorf("%w: a query may be SELECT, or one of the pragmas %s", ErrReadOnly, strings.Join(sqlite.Pragmas, ", "))

// Explain puts the sentinel that says what an error of SQLite means before it; other errors come back as they are.
func Explain(err error) error {
	if err == nil {
		return nil
	}
	if reason := reasonOf(err); reason != nil && !errors.Is(err, reason) {
		return fmt.Errorf("%w: %w", reason, err)
	}
	return err
}

// reasonOf returns the sentinel for an error of SQLite or the system.
func reasonOf(err error) error {
	switch {
	case errors.Is(err, syscall.ENOSPC):
		return ErrFull
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return ErrReadOnly
	}
	switch sqlite.CodeOf(err) {
	case sqlite.NotDatabase:
		return ErrNotDatabase
	case sqlite.ReadOnly, sqlite.Perm:
		return ErrReadOnly
	case sqlite.Auth: // see asking
		return errOnlyReads
	case sqlite.Busy, sqlite.Locked:
		return ErrLocked
	case sqlite.Full:
		return ErrFull
	case sqlite.Corrupt:
		return row.ErrCorrupt
	}
	return nil
}
