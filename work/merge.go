package work

import (
	"context"

	"github.com/sudokuctl/sudokuctl/store"
)

// MergeLibrary takes everything that the library of an input knows into s. When ctx ends, what was taken over stays, and
// merging again takes the rest.
func MergeLibrary(ctx context.Context, s *store.Store, in *Input, tell Progress) (store.Merged, error) {
	begun, before := false, int64(0)
	defer func() {
		if begun {
			tell.Tell(Ended{})
		}
	}()
	return s.Merge(ctx, in.text, func(done, total int64) {
		if !begun {
			begun = true
			tell.Tell(Begun{Stage: "merging", Total: total})
		}
		tell.Tell(Advanced(done - before))
		before = done
	})
}
