package rate

import (
	"context"
	"math"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/beyond"
)

// Puzzles with constraints have grades of their own, for Sudoku Explainer knows houses alone: the rating of the hardest step on
// its scale, on which techniques that argue from constraints have found their places, and the time that all takes:
//
//	seconds = 0.8 · candidates that the constraints leave, each read once + Σ 2^rating/4 over all steps
//
// The first term is what has to be kept in mind, or written down, before the first step. The weights are those with which the
// order of 1,000 killers, every fourth of five volumes that their author ordered by difficulty, is met best; docs/algorithms/rules.md
// has the test on other volumes.
const (
	secondsCandidate = 0.8
	secondsStep      = 0.25
)

// variantGrades climbs a puzzle with constraints for which the engine is laid and loaded. A puzzle that the ladder does not solve
// has variant_reached instead, whose label says why.
func (g *grader) variantGrades(ctx context.Context, p *sudoku.Puzzle) ([]sudoku.Grade, error) {
	seconds := secondsCandidate * float64(beyond.Candidates(g.Position))
	r, err := g.climb(p)
	if !r.solved || r.er == 0 {
		return []sudoku.Grade{{Metric: "variant_reached", Value: r.er, Label: g.unrated(&r)}}, err
	}
	seconds += secondsStep * r.effort
	grades := []sudoku.Grade{
		{Metric: "variant_step", Value: r.er, Label: r.hardest},
		{Metric: "variant_seconds", Value: math.Round(seconds)},
	}
	if g.counts != nil {
		return g.counts.add(ctx, p, grades)
	}
	return grades, err
}
