package store_test

import (
	"errors"
	"io/fs"
	"path/filepath"
	"testing"

	"github.com/sudokuctl/sudokuctl/store"
)

func TestBackup(t *testing.T) {
	s := gradedLibrary(t, 500)
	path := filepath.Join(t.TempDir(), "copy.db")
	if err := store.Backup(t.Context(), s.Path(), path); err != nil {
		t.Fatal(err)
	}
	sound(t, openLibrary(t, path), 500)
	if err := store.Backup(t.Context(), s.Path(), path); !errors.Is(err, fs.ErrExist) {
		t.Errorf("overwriting: %v, want %v", err, fs.ErrExist)
	}
}

// TestBackupOfAnOlderSchema copies a library as it is, without bringing it up to date.
func TestBackupOfAnOlderSchema(t *testing.T) {
	path, copied := filepath.Join(t.TempDir(), "old.db"), filepath.Join(t.TempDir(), "copy.db")
	oldLibrary(t, path, 0)
	if err := store.Backup(t.Context(), path, copied); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{path, copied} {
		if got := schemaOf(t, file); got != "3" {
			t.Errorf("%s has schema %s after the backup, want 3", file, got)
		}
	}
	sound(t, openLibrary(t, copied), 9)
}
