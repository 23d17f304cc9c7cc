package logic

import (
	"context"
	"errors"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/ladder"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/paper"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
)

// TestExplainVariants replays explanations of random puzzles of all geometries against their solutions.
func TestExplainVariants(t *testing.T) {
	for _, text := range rulestest.Variants {
		g := sudoku.MustGeometry(text)
		e, err := ladder.New("se", 12)
		if err != nil {
			t.Fatal(err)
		}
		e.Verbose = true
		ladder := teller{e}
		paper := paper.NewExplainer(4)
		for seed := range uint64(4) {
			p := rulestest.Random(g, seed, g.Cells()*2/3)
			for _, explainer := range []sudoku.Explainer{ladder, paper} {
				r := newReplay(t, p)
				if err := explainer.Explain(context.Background(), p, r.step); err != nil && !errors.Is(err, sudoku.ErrGaveUp) {
					t.Errorf("%s: %v", p, err)
				}
			}
		}
	}
}
