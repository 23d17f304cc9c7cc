package confine

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// TestFindFollowsNoLinkOfTheKernel, with openat2 and without.
func TestFindFollowsNoLinkOfTheKernel(t *testing.T) {
	root := place(t, map[string]string{"folder/file": ""})
	for name, to := range map[string]string{"link": root + "/folder", "root": "/proc/self/root", "own": "/proc/self", "loop": root + "/loop"} {
		if err := os.Symlink(to, filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
	}
	paths := []string{"find", root + "/folder", root + "/link/file", root + "/none", "/proc/self/root", "/proc/self/cwd/..", "/proc/cpuinfo",
		root + "/own/status"}
	want := root + "/folder false\n" + root + "/folder/file false\n false\n true\n true\n true\n true\n"
	for _, lack := range []string{"", "openat2"} {
		words := paths
		if lack != "" {
			words = append([]string{"olderThan", lack}, paths...)
		}
		command := self(t, words...)
		out, err := exec.Command(command[0], command[1:]...).CombinedOutput()
		if err != nil || string(out) != want {
			t.Errorf("without %q: %v\n%s", lack, err, out)
		}
	}
	if _, err := Find(root + "/root/etc"); err == nil {
		t.Error("a link to a link of the kernel is followed")
	}
}

// TestAPlaceIsWhatWasFound: once its name leads elsewhere, nothing is opened by it.
func TestAPlaceIsWhatWasFound(t *testing.T) {
	root := place(t, map[string]string{"plugin/data/": "", "plugin/other/": "", "secret/": ""})
	data := filepath.Join(root, "plugin/data")
	p, err := Find(data)
	if err != nil {
		t.Fatal(err)
	}
	fd, err := p.open()
	if err != nil {
		t.Fatal(err)
	}
	unix.Close(fd)
	for _, swap := range []func() error{
		func() error { return os.Symlink("../secret", data) },
		func() error { return os.Rename(filepath.Join(root, "secret"), data) },
		func() error { return nil },
	} {
		if err := os.RemoveAll(data); err != nil {
			t.Fatal(err)
		}
		if err := swap(); err != nil {
			t.Fatal(err)
		}
		if fd, err := p.open(); err == nil {
			unix.Close(fd)
			t.Errorf("%q is opened, and it is another", data)
		}
	}
}

// TestTooWideByAnyName: what is compared is the folder, not its name.
func TestTooWideByAnyName(t *testing.T) {
	root := place(t, map[string]string{"folder/": ""})
	for name, to := range map[string]string{"all": "/", "home": root, "above": "..", "fine": root + "/folder"} {
		if err := os.Symlink(to, filepath.Join(root, "folder", name)); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]bool{"all": true, "home": true, "above": true, "fine": false, "all/etc": true, "all/dev/full": true} {
		if got := TooWide(filepath.Join(root, "folder", name)); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
