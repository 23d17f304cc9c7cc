package entropy

import (
	"context"
	"errors"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
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
