package record

import (
	"context"
	"fmt"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// contradict explains why a puzzle has no solution: by cells or digits without a place, by the givens of
// which each alone is at fault, and by a smallest set of givens that contradict each other (none of them can
// be spared; there may be other such sets).
func (c *Checker) contradict(ctx context.Context, r *Check) error {
	r.DeadEnds = deadEnds(r.Source)
	err := c.without(ctx, []*Check{r}, func(_ *Check, cell int, result sudoku.Result) {
		if result.Count > 0 {
			r.AtFault = append(r.AtFault, r.Source.Geometry().CellName(cell))
		}
	})
	if err != nil {
		return err
	}
	givens := r.Source.Givens().Clone()
	for cell, v := range r.Source.Givens() {
		if v == 0 {
			continue
		}
		givens[cell] = 0
		result, err := runner.SolveOne(ctx, c.Solver, r.Source.WithGivens(givens), sudoku.Ask{Limit: 1, Timeout: c.Timeout})
		if err != nil {
			return err
		}
		if result.Verdict != sudoku.Impossible {
			givens[cell] = v
			r.Contradiction = append(r.Contradiction, r.Source.Geometry().CellName(cell))
		}
	}
	return nil
}

// deadEnds names the cells for which the givens leave no digit and the houses in which they leave a digit no place.
func deadEnds(p *sudoku.Puzzle) (ends []string) {
	may := p.Candidates()
	for cell, v := range p.Givens() {
		if v == 0 && may[cell].Len() == 0 {
			ends = append(ends, "no digit is left for "+p.Geometry().CellName(cell))
		}
	}
	for _, h := range p.Geometry().Houses() {
		if len(h.Cells) != p.Geometry().N() {
			continue
		}
		left := sudoku.AllDigits(p.Geometry().N())
		for _, cell := range h.Cells {
			left &^= may[cell]
			if v := p.Givens()[cell]; v != 0 {
				left = left.Without(int(v))
			}
		}
		for d := range left.All {
			ends = append(ends, fmt.Sprintf("no place is left for %s in %s", p.Geometry().Alphabet().Symbol(d),
				h.Name()))
		}
	}
	return ends
}
