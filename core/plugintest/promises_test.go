package plugintest

import (
	"slices"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

func TestPromisesAreTrue(t *testing.T) {
	t.Parallel()
	for _, p := range promises() {
		limit := -1
		if p.atLeast {
			limit = p.count
		}
		found := backtrack(p.puzzle, limit, func(g sudoku.Grid) {
			if err := sudoku.Verify(p.puzzle, g); err != nil {
				t.Errorf("%s: %v", p.puzzle.Name, err)
			}
			if p.solution != nil && !slices.Equal(p.solution, g) {
				t.Errorf("%s: the solution is %v", p.puzzle.Name, g)
			}
		})
		if found != p.count {
			t.Errorf("%s: %s has %d solutions, not %d", p.puzzle.Name, p.puzzle, found, p.count)
		}
	}
}
