package file

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/sudokuctl/sudokuctl/store/sqlite"
)

// Backup writes a compact copy of the last committed state of the library from, of whatever schema, to a new file,
// while others read and write. An existing file is not overwritten; a copy that is cut short is removed.
func Backup(ctx context.Context, from, path string) error {
	if fresh, err := isFresh(from); err != nil || fresh {
		return fmt.Errorf("backing up %q: %w", from, cmp.Or(err, error(fs.ErrNotExist)))
	}
	if _, err := checkOwner(ctx, from); err != nil {
		return fmt.Errorf("backing up %q: %w", from, err)
	}
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("backing up to %q: %w", path, fs.ErrExist)
	}
	part := path + ".part"
	if err := os.Remove(part); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("backing up to %q: %w", path, err)
	}
	db, err := sql.Open(sqlite.Driver, dsn(from, readOptions(from, backupOptions)))
	if err != nil {
		return fmt.Errorf("backing up %q: %w", from, Explain(err))
	}
	defer tidy(from)
	defer db.Close()
	if _, err := db.ExecContext(ctx, "VACUUM INTO ?", part); err != nil {
		os.Remove(part)
		return fmt.Errorf("backing up to %q: %w", path, Explain(err))
	}
	if err := os.Rename(part, path); err != nil {
		return fmt.Errorf("backing up to %q: %w", path, err)
	}
	return nil
}
