package plugintest

import (
	"math"
	"slices"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

func TestPromisesAreTrue(t *testing.T) {
	t.Parallel()
	for _, p := range promises() {
		limit := math.MaxInt
		if p.atLeast {
			limit = p.count
		}
		found := solve(p.puzzle, limit)
		for _, g := range found {
			if err := sudoku.Verify(p.puzzle, g); err != nil {
				t.Errorf("%s: %v", p.puzzle.Name, err)
			}
			if p.solution != nil && !slices.Equal(p.solution, g) {
				t.Errorf("%s: the solution is %v", p.puzzle.Name, g)
			}
		}
		if len(found) != p.count {
			t.Errorf("%s: %s has %d solutions, not %d", p.puzzle.Name, p.puzzle, len(found), p.count)
		}
	}
}
