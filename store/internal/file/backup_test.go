package file

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// TestPublishReplacesNothing makes a file while a copy of that name is written: the copy goes, and the file stays as it is.
func TestPublishReplacesNothing(t *testing.T) {
	dir := t.TempDir()
	part, path := filepath.Join(dir, "copy.part"), filepath.Join(dir, "copy")
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(part, "copy")
	write(path, "other")
	if err := publish(part, path); !errors.Is(err, fs.ErrExist) {
		t.Errorf("over a file: %v, want %v", err, fs.ErrExist)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "other" {
		t.Errorf("the file holds %q, %v", text, err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	write(part, "copy")
	if err := publish(part, path); err != nil {
		t.Error(err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "copy" {
		t.Errorf("the copy holds %q, %v", text, err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("left are %v, %v", left, err)
	}
}
