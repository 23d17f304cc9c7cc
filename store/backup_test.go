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
	if err := s.Backup(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	sound(t, openFile(t, path), 500)
	if err := s.Backup(t.Context(), path); !errors.Is(err, fs.ErrExist) {
		t.Errorf("overwriting: %v, want %v", err, fs.ErrExist)
	}
}

func TestBackupFromReadOnlyFileSystem(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lib", "lib.db")
	readOnlyLibrary(t, path)
	reader := must(store.OpenReadOnly(t.Context(), path))(t)
	defer reader.Close()
	copied := filepath.Join(t.TempDir(), "copy.db")
	if err := reader.Backup(t.Context(), copied); err != nil {
		t.Fatal(err)
	}
	sound(t, openFile(t, copied), 10)
}
