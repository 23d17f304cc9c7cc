package wholefile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
)

// names returns what is in a folder.
func names(t *testing.T, dir string) (all []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}

func content(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestReplace(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	for _, text := range []string{"first", "", "second"} {
		if err := Replace(path, []byte(text), 0o600); err != nil || content(t, path) != text {
			t.Errorf("%q: %v", text, err)
		}
	}
	if got := names(t, dir); !slices.Equal(got, []string{"a"}) {
		t.Errorf("it left %q", got)
	}
}

func TestReplaceKeepsLinks(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "a"), filepath.Join(dir, "link")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("a", link); err != nil {
		t.Skip(err)
	}
	if err := Replace(link, []byte("new"), 0o600); err != nil || content(t, path) != "new" {
		t.Errorf("%q, %v", content(t, path), err)
	}
	if to, err := os.Readlink(link); to != "a" {
		t.Errorf("the link leads to %q, %v", to, err)
	}
}

// What cannot be written leaves what was there, and no unfinished file.
func TestReplaceFails(t *testing.T) {
	dir := t.TempDir()
	if err := Replace(filepath.Join(dir, "none", "a"), nil, 0o600); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("in a folder that is not there: %v", err)
	}
	if err := Replace(dir, []byte("text"), 0o600); err == nil {
		t.Error("a folder was replaced")
	}
	if got := names(t, dir); len(got) > 0 {
		t.Errorf("it left %q", got)
	}
}

func TestReplaceWritesToDevices(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("it has no such file")
	}
	if err := Replace(os.DevNull, []byte("text"), 0o600); err != nil {
		t.Error(err)
	}
	if at, err := os.Stat(os.DevNull); err != nil || at.Mode().IsRegular() {
		t.Errorf("%v, %v", at.Mode(), err)
	}
}
