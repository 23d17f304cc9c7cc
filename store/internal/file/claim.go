package file

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// A claim is a locked file beside the library, for the kernel unlocks it when its process dies. It saves work;
// that no answer is stored twice is seen to where answers are saved.

// ClaimInfix stands between the library's name and what is claimed.
const ClaimInfix = "-claim-"

// claimPoll is how often a process that waits looks again.
const claimPoll = 200 * time.Millisecond

// Claim waits, after calling wait once, until no other process has the locked file.
func Claim(ctx context.Context, path string, wait func()) (release func(), err error) {
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

// SweepClaims removes the claims that killed processes left.
func SweepClaims(library string) {
	files, _ := os.ReadDir(filepath.Dir(library))
	for _, file := range files {
		if !strings.HasPrefix(file.Name(), filepath.Base(library)+ClaimInfix) {
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
