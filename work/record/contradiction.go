package record

import (
	"context"
	"fmt"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// contradict explains why a puzzle has no solution: by cells or digits without a place, by the givens and constraints of
// which each alone is at fault, and by a smallest set of them that contradict each other (none of it can be spared; there may
// be other such sets). If the time is up, the set is not the smallest.
func (c *Checker) contradict(ctx context.Context, r *Check) error {
	r.DeadEnds = deadEnds(r.Source)
	return c.timely(ctx, r, func(ctx context.Context) error {
		err := c.without(ctx, []*Check{r}, func(_ *Check, part int, result sudoku.Result) {
			if result.Count > 0 {
				r.add(part, &r.AtFault, &r.ConstraintsAtFault)
			}
		})
		out := make([]bool, len(r.Source.Givens())+len(r.Source.Constraints()))
		for _, part := range partsOf(r.Source) {
			if err == nil {
				out[part], err = c.impossible(ctx, r, out, part)
			}
			if !out[part] {
				r.add(part, &r.Contradiction, &r.ClashingConstraints)
			}
		}
		return err
	})
}

// impossible reports whether a puzzle has no solution without a part and those that are out.
func (c *Checker) impossible(ctx context.Context, r *Check, out []bool, part int) (bool, error) {
	out[part] = true
	p, err := reduced(r.Source, out)
	if err != nil {
		return false, err
	}
	result, err := runner.SolveOne(ctx, c.Solver, p, sudoku.Ask{Limit: 1, Timeout: c.Timeout})
	r.Late = r.Late || result.Verdict == sudoku.Timeout
	return err == nil && result.Verdict == sudoku.Impossible, err
}

// mostClashing is how many parts of a puzzle a sentence names of which one is wrong, or half as many as contradict each other.
const mostClashing = 5

// clash says what contradicts what in a puzzle without a solution, as far as that is known: "r1c3 is wrong".
func (r *Check) clash() string {
	fault, clash := slices.Concat(r.AtFault, r.ConstraintsAtFault), slices.Concat(r.Contradiction, r.ClashingConstraints)
	switch {
	case len(fault) == 1:
		return fault[0] + " is wrong"
	case len(fault) > 1 && (len(fault) <= mostClashing || len(clash) == 0):
		return "one of " + Enumerate(fault) + " is wrong"
	case len(clash) > 2*mostClashing:
		return fmt.Sprintf("%d of its entries contradict each other; \"sudokuctl check\" lists those of which one is wrong", len(clash))
	case len(clash) == 1:
		return clash[0] + " cannot be"
	case len(clash) > 0:
		return Enumerate(clash) + " contradict each other"
	}
	return ""
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
