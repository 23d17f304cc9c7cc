package nine

import (
	"testing"

	"pgregory.net/rapid"
)

// TestWideSearchesAsNarrow holds the wide kernel to the very search of the narrow one: results do not say which
// processor found them.
func TestWideSearchesAsNarrow(t *testing.T) {
	wide, ok := NewKernel("wide")
	if !ok {
		t.Skip("the wide kernel does not run here")
	}
	narrow, _ := NewKernel("narrow")
	rapid.Check(t, func(t *rapid.T) {
		givens, _ := drawGivens(t)
		var want [][81]uint8
		found, guesses := solve(narrow, &givens, 50, func(g *[81]uint8) bool { want = append(want, *g); return true })
		n := 0
		gotFound, gotGuesses := solve(wide, &givens, 50, func(g *[81]uint8) bool {
			if n >= len(want) || *g != want[n] {
				t.Errorf("solution %d differs: %v", n, givens)
			}
			n++
			return true
		})
		if gotFound != found || gotGuesses != guesses {
			t.Errorf("%v: %d solutions with %d guesses, narrow has %d with %d", givens, gotFound, gotGuesses, found, guesses)
		}
	})
}
