package library

import (
	"context"

	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/input"
)

// Merge takes everything that the library of an input knows into s. When ctx ends, what was taken over stays, and
// merging again takes the rest.
func Merge(ctx context.Context, s *store.Store, in *input.Input, progress work.Progress) (store.Merged, error) {
	begun, before := false, int64(0)
	defer func() {
		if begun {
			progress.Report(work.Ended{})
		}
	}()
	return s.Merge(ctx, in.String(), func(done, total int64) {
		if !begun {
			begun = true
			progress.Report(work.Begun{Stage: "merging", Total: total})
		}
		progress.Report(work.Advanced(done - before))
		before = done
	})
}
