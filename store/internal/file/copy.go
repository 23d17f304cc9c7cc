package file

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// OpenSnapshot opens a library of any schema for reading and leaves the file as it is: of one of an older schema a
// temporary copy is read that has the current one. What was opened must be released.
func OpenSnapshot(ctx context.Context, path string) (f *File, release func(), err error) {
	f, err = openForReading(ctx, path)
	if !errors.Is(err, ErrOlder) {
		return f, func() { f.Close() }, err
	}
	dir, err := os.MkdirTemp("", "sudokuctl-")
	if err != nil {
		return nil, nil, err
	}
	upgraded := filepath.Join(dir, "library.db")
	if err = Backup(ctx, path, upgraded); err == nil {
		err = migrateAlone(ctx, upgraded)
	}
	if err == nil {
		f, err = openForReading(ctx, upgraded)
	}
	if err != nil {
		os.RemoveAll(dir)
		return nil, nil, fmt.Errorf("copying it to upgrade the copy: %w", err)
	}
	return f, func() { f.Close(); os.RemoveAll(dir) }, nil
}

// migrateAlone brings a file that nobody else uses to the current schema.
func migrateAlone(ctx context.Context, path string) error {
	db, err := openMigrator(path)
	if err != nil {
		return err
	}
	defer db.Close()
	return migrate(ctx, db)
}

// magic is how every SQLite file begins.
const magic = "SQLite format 3\x00"

// IsDatabase reports whether a file begins as SQLite's do.
func IsDatabase(path string) bool { return checkHeader(path) == nil }
