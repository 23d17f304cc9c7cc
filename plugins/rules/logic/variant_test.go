package logic

import (
	"context"
	"errors"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// TestExplainVariants replays explanations of random puzzles of all geometries against their solutions.
func TestExplainVariants(t *testing.T) {
	for _, text := range variants {
		g := sudoku.MustGeometry(text)
		e, err := newEngine("se", 12)
		if err != nil {
			t.Fatal(err)
		}
		e.verbose = true
		ladder := teller{e}
		paper := newPaperExplainer(4)
		for seed := range uint64(4) {
			p := randomPuzzle(g, seed, g.Cells()*2/3)
			for _, explainer := range []sudoku.Explainer{ladder, paper} {
				r := newReplay(t, p)
				if err := explainer.Explain(context.Background(), p, r.step); err != nil && !errors.Is(err, sudoku.ErrGaveUp) {
					t.Errorf("%s: %v", p, err)
				}
			}
		}
	}
}
