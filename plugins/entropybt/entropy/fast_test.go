package entropy

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/search"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/internal/nine"
)

// TestConstraints compares with the grids without constraints that verification passes.
func TestConstraints(t *testing.T) {
	all := sudoku.Solve(context.Background(), newFast("auto"), parse(t, "4:................"), 0, true).Solutions
	for _, text := range []string{
		"4:~cage=7:r1c12~cage=3:r2c34", "4:~thermo:r1c12r2c2~white:r4c12", "4:~arrow:r1c1-r2c1r2c2~quad=1.3:r2c23r3c23",
		"4:~sandwich=3:r2~black:r4c34", "4:1...............~or~cage=4:r1c12~thermo:r3c123~end",
	} {
		p, want := parse(t, text), 0
		for _, grid := range all {
			if sudoku.Verify(p, grid) == nil {
				want++
			}
		}
		r := sudoku.Solve(context.Background(), newFast("auto"), p, 0, true)
		if r.Err != nil || len(r.Solutions) != want {
			t.Errorf("%s: %d solutions instead of %d, %v", text, len(r.Solutions), want, r.Err)
		}
		if r := sudoku.Solve(context.Background(), &paper{}, p, 0, true); !errors.Is(r.Err, sudoku.ErrUnsupported) {
			t.Errorf("%s as printed: %v", text, r.Err)
		}
	}
}

// TestPencilMarks compares the 9×9 engine with the general one on puzzles of soft clues alone.
func TestPencilMarks(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	g := sudoku.MustGeometry("9")
	solution := sudoku.Solve(context.Background(), newFast("auto"), sudoku.MustPuzzle(g, nil), 1, false).Solutions[0]
	counts := map[int]int{}
	for range 300 {
		var soft []sudoku.SoftClue
		for cell, v := range solution {
			if allowed := sudoku.Digits(rng.IntN(512)&rng.IntN(512) | 1<<(v-1)); rng.IntN(10) > 0 {
				soft = append(soft, sudoku.SoftClue{Cell: cell, Allowed: allowed})
			}
		}
		p := sudoku.MustPuzzle(g, nil, sudoku.Soft(soft...))
		want, _ := search.New(g).Count(p, 100, 1<<20, nil)
		for _, kernel := range nine.Kernels() {
			r := sudoku.Solve(context.Background(), newFast(kernel), p, 100, true)
			if r.Err != nil || len(r.Solutions) != want {
				t.Fatalf("%s, %s: %d solutions instead of %d, %v", kernel, p, len(r.Solutions), want, r.Err)
			}
		}
		counts[want]++
	}
	if len(counts) < 5 {
		t.Errorf("the puzzles are all alike: numbers of solutions %v", counts)
	}
}
