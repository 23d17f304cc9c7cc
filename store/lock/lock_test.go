package lock

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"
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
