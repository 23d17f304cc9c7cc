package store

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A claim is a locked file beside the library, for the kernel unlocks it when its process dies. It saves work;
// that no answer is stored twice is seen to where answers are saved.

// claimInfix stands between the library's name and what is claimed.
const claimInfix = "-claim-"

// claimPoll is how often a process that waits looks again.
const claimPoll = 200 * time.Millisecond

// Claim takes a task's work on a selection for this process. While another process has the same work, Claim
// waits for it, after calling wait once. A claim ends with release, and with its process.
func (s *Store) Claim(ctx context.Context, t *Task, sel Selection, wait func()) (release func(), err error) {
	path, err := claimFile(s.path, t, sel)
	if err != nil {
		return nil, fmt.Errorf("claiming the work of plugin %q: %w", t.Plugin.Info.ID, err)
	}
	sweepClaims(s.path)
	if release, err = claimFor(ctx, path, wait); err != nil && ctx.Err() == nil {
		return nil, fmt.Errorf("claiming the work of plugin %q: %w", t.Plugin.Info.ID, err)
	}
	return release, err
}

// claimFor waits, after calling wait once, until no other process has the locked file.
func claimFor(ctx context.Context, path string, wait func()) (release func(), err error) {
	for told := false; ; {
		f, err := claim(path)
		if err != nil {
			return nil, err
		}
		if f != nil {
			return func() { os.Remove(path); f.Close() }, nil
		}
		if !told {
			wait()
			told = true
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(claimPoll):
		}
	}
}

// claimFile names what is to be done: by whom, what, and on which puzzles.
func claimFile(library string, t *Task, sel Selection) (string, error) {
	selection, err := json.Marshal(slices.Sorted(slices.Values(sel.Sources)))
	if err != nil {
		return "", err
	}
	h := fnv.New64a()
	fmt.Fprintf(h, "%d %s %d %v %s %d", t.plugin, t.kind(), t.Limit, sel.Sources == nil, selection, sel.Puzzles)
	return fmt.Sprintf("%s%s%016x", library, claimInfix, h.Sum64()), nil
}

// claim returns the locked file, nil if another process has it.
func claim(path string) (*os.File, error) {
	for {
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
		if err != nil {
			return nil, err
		}
		if !lockFile(f) {
			f.Close()
			return nil, nil
		}
		if isAt(f, path) {
			return f, nil
		}
		f.Close() // its owner removed it between opening and locking
	}
}

func isAt(f *os.File, path string) bool {
	mine, err := f.Stat()
	if err != nil {
		return false
	}
	there, err := os.Stat(path)
	return err == nil && os.SameFile(mine, there)
}

// sweepClaims removes the claims that killed processes left.
func sweepClaims(library string) {
	files, _ := os.ReadDir(filepath.Dir(library))
	for _, file := range files {
		if !strings.HasPrefix(file.Name(), filepath.Base(library)+claimInfix) {
			continue
		}
		path := filepath.Join(filepath.Dir(library), file.Name())
		if f, err := os.OpenFile(path, os.O_RDWR, 0); err == nil {
			if lockFile(f) && isAt(f, path) {
				os.Remove(path)
			}
			f.Close()
		}
	}
}
