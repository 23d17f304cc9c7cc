package store

import (
	"errors"

	"github.com/sudokuctl/sudokuctl/store/internal/file"
	"github.com/sudokuctl/sudokuctl/store/internal/row"
)

// Reasons why a database cannot be opened or written, for errors.Is.
var (
	ErrNotDatabase = file.ErrNotDatabase
	ErrForeign     = file.ErrForeign
	ErrNewer       = file.ErrNewer
	ErrOlder       = file.ErrOlder
	ErrReadOnly    = file.ErrReadOnly
	ErrLocked      = file.ErrLocked
	ErrFull        = file.ErrFull
	ErrCorrupt     = row.ErrCorrupt
	ErrNotFound    = errors.New("not found")
	ErrDeleted     = errors.New("deleted")
)
