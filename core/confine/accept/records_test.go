package accept

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestRecordsOfOthers reads records that somebody else could have written.
func TestRecordsOfOthers(t *testing.T) {
	r := Records{Dir: filepath.Join(t.TempDir(), "data")}
	if err := r.AddPlugin(Plugin{ID: "mine", Path: "/bin/true", Dev: true}); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{r.Dir, filepath.Join(r.Dir, "accepted"), filepath.Join(r.Dir, "accepted", "mine.json")} {
		openToAll(t, path)
		if plugins, err := r.Plugins(); !errors.Is(err, ErrNotOwn) {
			t.Errorf("with %s open to everybody: %v, %v", path, plugins, err)
		}
		if err := os.Chmod(path, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if plugins, err := r.Plugins(); len(plugins) != 1 || err != nil {
		t.Errorf("Plugins = %v, %v", plugins, err)
	}
}

func TestPluginsWithoutSums(t *testing.T) {
	r := Records{Dir: filepath.Join(t.TempDir(), "data")}
	if err := r.AddPlugin(Plugin{ID: "emptied", Path: "/bin/true"}); err != nil {
		t.Fatal(err)
	}
	plugins, err := r.Plugins()
	if err != nil || plugins[0].Sums == nil {
		t.Errorf("Plugins = %v, %v: want sums that nothing fulfils", plugins, err)
	}
	if err := r.RemovePlugin("none"); !errors.Is(err, ErrNotAdded) {
		t.Errorf("RemovePlugin of an unknown one = %v", err)
	}
}
