package index

import (
	"os"
	"path/filepath"
	"testing"
)

func TestAddressesOfIndexes(t *testing.T) {
	for _, name := range []string{"https://example.org/commons", "http://127.0.0.1:80/x", "http://localhost/", "http://[::1]:1/", "some/folder", "."} {
		if _, err := placeOf(name, long); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{"http://example.org/", "http://127.0.0.1.example.org/", "file:///etc", "https://me:secret@example.org/", "https:///x",
		"https://example.org/?x=1", "https://example.org/#x", "ftp://example.org/", "https://exa mple/"} {
		_, err := placeOf(name, long)
		refused(t, err, "index address ")
	}
}

// Files of a folder are read if they are regular and in it.
func TestWhatIsNotInTheFolder(t *testing.T) {
	outer := t.TempDir()
	dir := filepath.Join(outer, "index")
	m := &market{t: t}
	m.write(filepath.Join(outer, "secret"), "x", 0o600)
	m.write(filepath.Join(dir, "file"), "x", 0o600)
	m.must(os.Symlink("../secret", filepath.Join(dir, "link")))
	m.must(os.Symlink("file", filepath.Join(dir, "inner")))
	for name, want := range map[string]string{"../secret": "escapes", "link": "escapes", ".": "it is not a regular file", "none": "file does not exist"} {
		_, err := read(t.Context(), folder(dir), name, 10)
		refused(t, err, want)
	}
	for _, name := range []string{"file", "inner"} {
		if text, err := read(t.Context(), folder(dir), name, 1); err != nil || string(text) != "x" {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
	_, err := read(t.Context(), folder(dir), "file", 0)
	refused(t, err, "it is longer than 0 KiB")
}
