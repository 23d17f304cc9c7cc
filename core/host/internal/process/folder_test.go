//go:build unix

package process

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// TestSweepRemovesWhatNobodyOwns: not the folder of a host that lives, not one that was made just now, and nothing that no
// host has made.
func TestSweepRemovesWhatNobodyOwns(t *testing.T) {
	base := t.TempDir()
	folders := map[string]*folder{}
	for _, name := range []string{"left", "alive", "new"} {
		f, err := newFolder(base)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(f.path, "big"), []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
		folders[name] = f
	}
	foreign, outside := filepath.Join(base, folderPrefix+"foreign"), t.TempDir()
	if err := os.Mkdir(foreign, 0o700); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(base, folderPrefix+"link")
	if err := os.WriteFile(filepath.Join(outside, ownerFile), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, link); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"left", "new"} { // as if the host had been killed
		folders[name].owner.Close()
	}
	old := time.Now().Add(-time.Hour)
	for _, path := range []string{folders["left"].path, folders["alive"].path, foreign, outside} {
		if err := os.Chtimes(path, old, old); err != nil {
			t.Fatal(err)
		}
	}
	sweep(base)
	got, err := filepath.Glob(filepath.Join(base, "*"))
	want := []string{folders["alive"].path, folders["new"].path, foreign, link}
	slices.Sort(want)
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("left are %q, %v; want %q", got, err, want)
	}
	if _, err := os.Stat(filepath.Join(outside, ownerFile)); err != nil {
		t.Error(err)
	}
	folders["alive"].remove()
	if _, err := os.Stat(folders["alive"].path); !os.IsNotExist(err) {
		t.Error(err)
	}
}
