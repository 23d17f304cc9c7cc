package confine

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/sys/unix"
)

// TestFileLayerNamesWhatMayBeRead and the one folder that may be written.
func TestFileLayerNamesWhatMayBeRead(t *testing.T) {
	reads := []Place{{Path: "/srv/tables", ID: "1:2"}}
	l := Rights{Reads: reads, Writes: "/own"}.fileLayer()
	for path, want := range map[string]uint64{"/usr/lib": readRights, "/own": allRights, "/dev/null": readRights | writeRights,
		"/dev/urandom": readRights, "/proc": 0, "/home": 0} {
		if l.allowed[path] != want {
			t.Errorf("%s: rights %x, want %x", path, l.allowed[path], want)
		}
	}
	for path, rights := range l.allowed {
		device := filepath.Dir(path) == "/dev"
		if path == "" || !filepath.IsAbs(path) || rights&^uint64(readRights) != 0 && path != "/own" && !device {
			t.Errorf("%q may be written: %x", path, rights)
		}
	}
	if l.handled != allRights || l.scoped != scopeSignals|scopeAbstract || !slices.Equal(l.places, reads) {
		t.Errorf("the layer takes away %x, %x, and gives back %v", l.handled, l.scoped, l.places)
	}
	if l := (Rights{Proc: true}).fileLayer(); l.allowed["/proc"] != readRights || l.allowed[""] != 0 {
		t.Errorf("the bridge's rights: %v", l.allowed)
	}
}

// TestKnownRightsGrowWithTheVersion: each version knows what it brought and all before.
func TestKnownRightsGrowWithTheVersion(t *testing.T) {
	const first = 1<<13 - 1 // up to making symbolic links
	want := uint64(first)
	for version := 1; version <= 7; version++ {
		switch version {
		case landlockRefer:
			want |= unix.LANDLOCK_ACCESS_FS_REFER
		case landlockTruncate:
			want |= unix.LANDLOCK_ACCESS_FS_TRUNCATE
		case landlockDevices:
			want |= unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
		}
		if got := knownRights(version); got != want {
			t.Errorf("version %d: %x, want %x", version, got, want)
		}
	}
	if want != allRights {
		t.Errorf("all rights are %x, want %x", uint64(allRights), want)
	}
}

// TestTheFolderAloneIsWritten, and only what is listed is read, a file as well as a folder.
func TestTheFolderAloneIsWritten(t *testing.T) {
	needSandbox(t)
	root := place(t, map[string]string{"open/a": "read a\n", "file": "read file\n", "secret": "read secret\n"})
	r := Rights{Reads: append(FindAll([]string{filepath.Join(root, "open"), filepath.Join(root, "file")}),
		Place{Path: filepath.Join(root, "missing")})}
	got := confined(t, r, "", "sh", "-c", `for f in open/a file secret; do cat "$HOME/$f" 2>/dev/null || echo no $f; done
		for f in "$HOME/new" "$HOME/open/new" "$HOME/file" "$TMPDIR/new"; do { echo x >"$f"; } 2>/dev/null && echo wrote; done`)
	if want := "read a\nread file\nno secret\nwrote\n"; got.stdout != want {
		t.Errorf("%+v, want %q", got, want)
	}
	if text, err := os.ReadFile(filepath.Join(got.folder, "new")); string(text) != "x\n" {
		t.Errorf("%q, %v", text, err)
	}
}
