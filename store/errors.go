package store

import (
	"github.com/sudokuctl/sudokuctl/store/internal/file"
	"github.com/sudokuctl/sudokuctl/store/internal/library"
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
	ErrNotFound    = library.ErrNotFound
	ErrDeleted     = library.ErrDeleted
)
