//go:build unix

package confine

import (
	"path/filepath"
	"testing"
)

func TestTooWide(t *testing.T) {
	root := place(t, map[string]string{"solver/": ""})
	t.Setenv("TMPDIR", "/scratch")
	for dir, want := range map[string]bool{"/": true, "/tmp": true, "/scratch": true, "/etc": true, root: true,
		filepath.Dir(root): true, root + "/solver": false, "/opt/solver": false, root + "er": false, "/proc/self/root": true} {
		if TooWide(dir) != want {
			t.Errorf("%s: %v", dir, !want)
		}
	}
}
