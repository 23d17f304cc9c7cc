package file

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/store/lock"
)

// A claim is a locked file beside the library, for the kernel unlocks it when its process dies. It saves work;
// that no answer is stored twice is seen to where answers are saved.

// ClaimInfix stands between the library's name and what is claimed.
const ClaimInfix = "-claim-"

// claimPoll is how often a process that waits looks again.
const claimPoll = 200 * time.Millisecond

// TryClaim locks the file, unless another process has it: then release is nil.
func TryClaim(path string) (release func(), err error) {
	f, err := lock.Take(path)
	switch {
	case errors.Is(err, lock.ErrHeld):
		return nil, nil
	case err != nil:
		return nil, err
	}
	return func() { f.Remove() }, nil
}

// Claim waits, after calling wait once, until no other process has the locked file.
func Claim(ctx context.Context, path string, wait func()) (release func(), err error) {
	for told := false; ; {
		if release, err := TryClaim(path); release != nil || err != nil {
			return release, err
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

// SweepClaims removes the claims that killed processes left.
func SweepClaims(library string) {
	files, _ := os.ReadDir(filepath.Dir(library))
	for _, file := range files {
		if !strings.HasPrefix(file.Name(), filepath.Base(library)+ClaimInfix) {
			continue
		}
		if f, err := lock.Take(filepath.Join(filepath.Dir(library), file.Name())); err == nil {
			f.Remove()
		}
	}
}
