package rate

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
)

// TestSweep compares the rating that begins with a sweep with the one that goes step by step, on puzzles with
// one solution, with several and with none.
func TestSweep(t *testing.T) {
	swept, stepped := newRater(3), newRater(3)
	rapid.Check(t, func(t *rapid.T) {
		g := sudoku.MustGeometry(rapid.SampledFrom([]string{"4", "6/2x3", "9", "9+x"}).Draw(t, "geometry"))
		clues := rapid.IntRange(0, g.Cells()).Draw(t, "clues")
		p := rulestest.Random(g, rapid.Uint64().Draw(t, "seed"), clues)
		for range rapid.IntRange(0, 2).Draw(t, "changes") {
			p.Givens[rapid.IntRange(0, g.Cells()-1).Draw(t, "cell")] = uint8(rapid.IntRange(0, g.N()).Draw(t, "digit"))
		}
		got, _ := swept.rate(p)
		var want rating
		stepped.Begin(context.Background(), p)
		stepped.path.names = stepped.path.names[:0]
		for stepped.Next() {
			want.add(stepped.Hint.Technique, stepped.Hint.Rating, stepped.Hint.Cell >= 0)
			stepped.path.add(stepped.Hint.Technique)
			stepped.Hint.Apply(stepped.Board)
		}
		want.er, want.ep, want.ed = tenths(want.er), tenths(want.ep), tenths(want.ed)
		want.solved = stepped.Left == 0 && !stepped.Broken
		slices.Sort(swept.path.names)
		slices.Sort(stepped.path.names)
		if a, b := fmt.Sprint(got, swept.path), fmt.Sprint(want, stepped.path); a != b {
			t.Fatalf("%v: %s with a sweep, %s step by step", p.Givens, a, b)
		}
		if swept.Broken != stepped.Broken || swept.Left != stepped.Left && !swept.Broken ||
			!slices.Equal(swept.Value, stepped.Value) {
			t.Fatalf("%v leads elsewhere with a sweep", p.Givens)
		}
	})
}
