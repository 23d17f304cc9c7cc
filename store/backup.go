package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Backup writes a compact copy of the last committed state to a new file, while others read and write. An
// existing file is not overwritten; a copy that is cut short is removed.
func (s *Store) Backup(ctx context.Context, path string) error {
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("backing up to %q: %w", path, fs.ErrExist)
	}
	part := path + ".part"
	if err := os.Remove(part); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("backing up to %q: %w", path, err)
	}
	db, err := sql.Open("sqlite3", dsn(s.path, readOptions(s.path, backupOptions)))
	if err != nil {
		return fmt.Errorf("backing up %q: %w", s.path, explain(err))
	}
	defer db.Close()
	if _, err := db.ExecContext(ctx, "VACUUM INTO ?", part); err != nil {
		os.Remove(part)
		return fmt.Errorf("backing up to %q: %w", path, explain(err))
	}
	if err := os.Rename(part, path); err != nil {
		return fmt.Errorf("backing up to %q: %w", path, err)
	}
	return nil
}
