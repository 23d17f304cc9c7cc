package lock

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
)

func TestTake(t *testing.T) {
	path := filepath.Join(t.TempDir(), "it.lock")
	first := take(t, path)
	if _, err := Take(path); !errors.Is(err, ErrHeld) {
		t.Errorf("taken twice: %v", err)
	}
	if err := first.Close(); err != nil {
		t.Error(err)
	}
	second := take(t, path)
	if err := second.Remove(); err != nil {
		t.Error(err)
	}
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("after Remove: %v", err)
	}
	take(t, path).Close()
	if _, err := Take(filepath.Join(path, "below")); err == nil || errors.Is(err, ErrHeld) {
		t.Errorf("in a folder that is none: %v", err)
	}
}

func take(t *testing.T, path string) *File {
	t.Helper()
	f, err := Take(path)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestOneAtATime lets owners come and go: whoever has the file is alone, also while others make and remove it.
func TestOneAtATime(t *testing.T) {
	path := filepath.Join(t.TempDir(), "it.lock")
	const owners, turns = 8, 50
	var alone sync.Mutex
	var all sync.WaitGroup
	for range owners {
		all.Go(func() {
			for done := 0; done < turns; {
				f, err := Take(path)
				if errors.Is(err, ErrHeld) {
					runtime.Gosched()
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				if !alone.TryLock() {
					t.Error("two have it at the same time")
					return
				}
				alone.Unlock()
				f.Remove() // on Windows another owner's attempt may keep it
				done++
			}
		})
	}
	all.Wait()
}

// TestClosedWhileProgramsStart takes and closes a file while this process starts others, which have its files until they run.
func TestClosedWhileProgramsStart(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var started atomic.Bool
	var all sync.WaitGroup
	all.Go(func() {
		defer started.Store(true)
		for range 20 {
			if err := exec.Command(self, "-test.run=^$").Run(); err != nil {
				t.Error(err)
			}
		}
	})
	for path := filepath.Join(t.TempDir(), "it.lock"); !started.Load() && !t.Failed(); {
		if f, err := Take(path); err != nil {
			t.Errorf("after it was closed: %v", err)
		} else {
			f.Close()
		}
	}
	all.Wait()
}

// TestLinksAreNotFollowed takes a file in whose place somebody has put a link.
func TestLinksAreNotFollowed(t *testing.T) {
	target, link := filepath.Join(t.TempDir(), "target"), filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(target, link); err != nil {
		t.Skip(err)
	}
	f, err := Take(link)
	if err == nil {
		f.Close()
		if runtime.GOOS != "windows" {
			t.Error("the link was followed")
		}
	}
	if _, err := os.Stat(target); err == nil && runtime.GOOS != "windows" {
		t.Error("the file that the link names was made")
	}
}
