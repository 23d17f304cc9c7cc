package store_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/sudokuctl/sudokuctl/store"
)

func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs",
		dir).CombinedOutput(); err != nil {
		t.Skipf("needs to mount a small file system: %v: %s", err, out)
	}
	t.Cleanup(func() { syscall.Unmount(dir, syscall.MNT_DETACH) })
	s := openLibrary(t, filepath.Join(dir, "full.db"))
	_, err := s.Import(t.Context(), store.Source{Name: "a"}, entriesOf("a", 0, 40_000))
	if !errors.Is(err, store.ErrFull) {
		t.Errorf("got %v, want %v", err, store.ErrFull)
	}
	sound(t, s, -1)
}

// readOnlyLibrary makes a library of ten puzzles in a folder that is then mounted for reading only.
func readOnlyLibrary(t *testing.T, path string) {
	t.Helper()
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	s := openLibrary(t, path)
	must(s.Import(t.Context(), store.Source{Name: "a"}, entriesOf("a", 0, 10)))(t)
	s.Close()
	for _, args := range [][]string{{"--bind", dir, dir}, {"-o", "remount,bind,ro", dir}} {
		if out, err := exec.Command("mount", args...).CombinedOutput(); err != nil {
			t.Skipf("needs to mount a folder read-only: %v: %s", err, out)
		}
		t.Cleanup(func() { syscall.Unmount(dir, syscall.MNT_DETACH) })
	}
}

func TestReadOnlyFileSystem(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lib", "lib.db")
	readOnlyLibrary(t, path)
	if _, err := store.Open(t.Context(), path); !errors.Is(err, store.ErrReadOnly) {
		t.Errorf("opened for writing: %v, want %v", err, store.ErrReadOnly)
	}
	reader := must(store.OpenReadOnly(t.Context(), path))(t)
	defer reader.Close()
	sound(t, reader, 10)
}

func TestBackupFromReadOnlyFileSystem(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lib", "lib.db")
	readOnlyLibrary(t, path)
	copied := filepath.Join(t.TempDir(), "copy.db")
	if err := store.Backup(t.Context(), path, copied); err != nil {
		t.Fatal(err)
	}
	sound(t, openLibrary(t, copied), 10)
}
