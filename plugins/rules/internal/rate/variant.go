package rate

import (
	"context"
	"math"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Puzzles with constraints have grades of their own, for Sudoku Explainer knows houses alone: the rating of the hardest step on
// its scale, on which techniques that argue from constraints have found their places, and the time that all steps take.

// variantGrades climbs a puzzle with constraints for which the engine is laid and loaded. A puzzle that the ladder does not solve
// has variant_reached instead, whose label says why.
func (g *grader) variantGrades(ctx context.Context, p *sudoku.Puzzle) ([]sudoku.Grade, error) {
	r, err := g.climb(p)
	if !r.solved || r.er == 0 {
		return []sudoku.Grade{{Metric: "variant_reached", Value: r.er, Label: g.unrated(&r)}}, err
	}
	grades := []sudoku.Grade{
		{Metric: "variant_step", Value: r.er, Label: r.hardest},
		{Metric: "variant_seconds", Value: math.Round(r.effort)},
	}
	if g.counts != nil {
		return g.counts.add(ctx, p, grades)
	}
	return grades, err
}

// effortOf is what a step of a rating costs, in seconds, with so many cells empty: whoever solves has to find it.
func effortOf(rating float64, empty int) float64 {
	return float64(empty) / 20 * math.Exp2(rating)
}
