package file

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"

	"github.com/mattn/go-sqlite3"

	"github.com/sudokuctl/sudokuctl/store/internal/row"
)

// Reasons why a database cannot be opened or written, for errors.Is.
var (
	ErrNotDatabase = errors.New("not an SQLite database")
	ErrForeign     = errors.New("a database of another application")
	ErrNewer       = errors.New("written by a newer sudokuctl")
	ErrOlder       = errors.New("written by an older sudokuctl")
	ErrReadOnly    = errors.New("read-only")
	ErrLocked      = errors.New("locked by another process")
	ErrFull        = errors.New("no space left")
)

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

func reasonOf(err error) error {
	switch {
	case errors.Is(err, syscall.ENOSPC):
		return ErrFull
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return ErrReadOnly
	}
	var e sqlite3.Error
	if !errors.As(err, &e) {
		return nil
	}
	switch e.Code {
	case sqlite3.ErrNotADB:
		return ErrNotDatabase
	case sqlite3.ErrReadonly, sqlite3.ErrPerm:
		return ErrReadOnly
	case sqlite3.ErrBusy, sqlite3.ErrLocked:
		return ErrLocked
	case sqlite3.ErrFull:
		return ErrFull
	case sqlite3.ErrCorrupt:
		return row.ErrCorrupt
	}
	if strings.Contains(e.Error(), "too many attached databases") { // see reading
		return ErrReadOnly
	}
	return nil
}
