package library_test

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/store/internal/storetest"
)

func TestRandomDrawsDifferentMatchingPuzzles(t *testing.T) {
	s := storetest.GradedLibrary(t, 3000)
	for where, want := range map[string]int{"": 100, "se>=5": 100, "id==77": 1, "clues<3": 0} {
		ids := storetest.Must(s.Random(t.Context(), store.Filter{Where: where}, 100, 1))(t)
		seen := map[int64]bool{}
		for _, id := range ids {
			seen[id] = true
		}
		if len(ids) != want || len(seen) != want {
			t.Errorf("%s: %d ids, %d different, want %d", where, len(ids), len(seen), want)
		}
		again := storetest.Must(s.Random(t.Context(), store.Filter{Where: where}, 100, 1))(t)
		for i := range ids {
			if ids[i] != again[i] {
				t.Errorf("%s: the same seed drew other puzzles", where)
				break
			}
		}
	}
}
