package work

import (
	"context"

	"github.com/sudokuctl/sudokuctl/store"
)

// MergeLibrary takes everything that the library of an input knows into s. When ctx ends, what was taken over stays, and
// merging again takes the rest.
func MergeLibrary(ctx context.Context, s *store.Store, in *Input, progress Progress) (store.Merged, error) {
	begun, before := false, int64(0)
	defer func() {
		if begun {
			progress.Report(Ended{})
		}
	}()
	return s.Merge(ctx, in.text, func(done, total int64) {
		if !begun {
			begun = true
			progress.Report(Begun{Stage: "merging", Total: total})
		}
		progress.Report(Advanced(done - before))
		before = done
	})
}
