package file

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/sudokuctl/sudokuctl/store/sqlite"
)

// Backup writes a compact copy of the last committed state of the library from, of whatever schema, to a new file,
// while others read and write. An existing file is not overwritten; a copy that is cut short is removed.
func Backup(ctx context.Context, from, path string) error {
	if fresh, err := isFresh(from); err != nil || fresh {
		return fmt.Errorf("backing up %q: %w", from, cmp.Or(err, error(fs.ErrNotExist)))
	}
	a, err := takeAlone(from)
	if err != nil {
		return fmt.Errorf("backing up %q: %w", from, err)
	}
	defer a.release()
	return a.backup(ctx, from, path)
}

// backup copies a library that only this process uses.
func (a *alone) backup(ctx context.Context, from, path string) error {
	if _, err := a.checkOwner(ctx, from); err != nil {
		return fmt.Errorf("backing up %q: %w", from, err)
	}
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("backing up to %q: %w", path, fs.ErrExist)
	}
	part := path + ".part"
	if err := os.Remove(part); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("backing up to %q: %w", path, err)
	}
	options, err := a.readOptions(ctx, from, backupOptions)
	if err != nil {
		return fmt.Errorf("backing up %q: %w", from, Explain(err))
	}
	db, err := sql.Open(sqlite.Driver, dsn(from, options))
	if err != nil {
		return fmt.Errorf("backing up %q: %w", from, Explain(err))
	}
	defer tidy(from)
	defer db.Close()
	if _, err := db.ExecContext(ctx, "VACUUM INTO ?", part); err != nil {
		os.Remove(part)
		return fmt.Errorf("backing up to %q: %w", path, Explain(err))
	}
	if err := cmp.Or(syncFile(part), publish(part, path)); err != nil {
		return fmt.Errorf("backing up to %q: %w", path, err)
	}
	return nil
}

// syncFile has the disk store a file, so that a power failure leaves no copy of which pages are missing.
func syncFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return cmp.Or(f.Sync(), f.Close())
}

// publish gives a file its name, unless another process has made a file of that name meanwhile. On a file system without links
// such a file may be replaced.
func publish(part, path string) error {
	err := os.Link(part, path)
	switch {
	case err == nil:
		return os.Remove(part)
	case errors.Is(err, fs.ErrExist):
		os.Remove(part)
		return fs.ErrExist
	}
	return os.Rename(part, path)
}

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
	db, err := openMigrator(path, migratorOptions)
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
