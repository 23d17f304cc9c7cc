//go:build linux

package bridge

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/child"
)

// TestSealNoticesEveryChange, also one that restores size and time.
func TestSealNoticesEveryChange(t *testing.T) {
	path := filepath.Join(t.TempDir(), "solver.py")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("good")
	want, err := child.FileSum(path)
	if err != nil {
		t.Fatal(err)
	}
	accept := func() *seal { return &seal{sums: map[string]string{path: want}, verified: map[string]os.FileInfo{}} }
	s := accept()
	for range 2 {
		if err := s.check(); err != nil {
			t.Fatal(err)
		}
	}
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	write("evil")
	if err := os.Chtimes(path, before.ModTime(), before.ModTime()); err != nil {
		t.Fatal(err)
	}
	if err := s.check(); err == nil || !strings.Contains(err.Error(), "checksum changed: "+path) {
		t.Errorf("changed in place: %v", err)
	}
	write("good")
	if err := s.check(); err != nil {
		t.Errorf("as it was: %v", err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := s.check(); err == nil {
		t.Error("a file that is gone is accepted")
	}
}
