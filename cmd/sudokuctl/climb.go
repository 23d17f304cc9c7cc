package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/generate/create"
)

// neighbours is how many swaps are graded together, climbSteps how often before another start, and
// climbPatience how often without coming nearer.
const (
	neighbours    = 16
	climbSteps    = 40
	climbPatience = 10
)

// climb goes from p to neighbours that are nearer to the range, or as near, and returns the last and its
// value. From puzzles of a pattern, a difficulty or with several solutions swaps would lead away.
func (t *target) climb(ctx context.Context, p *sudoku.Puzzle, o sudoku.Order, rng *rand.Rand) (
	*sudoku.Puzzle, float64, error) {
	values, err := t.grade(ctx, t.grader, []*sudoku.Puzzle{p})
	if err != nil || t.distance(values[0]) == 0 || o.AllowMultiple || o.HasDifficulty || o.Pattern != nil {
		return p, firstValue(values), err
	}
	value := values[0]
	walk, err := create.NewNeighbours(p, o.Symmetry, rng)
	if err != nil {
		return p, value, fmt.Errorf("climbing: %w", err)
	}
	checked := o.Minimal && o.Symmetry != "" // elsewhere swaps are minimal
	for step, nearer := 0, 0; step < climbSteps && step-nearer < climbPatience; step++ {
		var swaps []*sudoku.Puzzle
		for k := range neighbours {
			walk.Floor = floor(p, o, k)
			if q := walk.Next(p); fits(q, o) && (!checked || walk.Minimal(q)) {
				swaps = append(swaps, q)
			}
		}
		if values, err = t.grade(ctx, t.grader, swaps); err != nil {
			return p, value, err
		}
		for i, v := range values {
			if t.distance(v) < t.distance(value) {
				nearer = step
			}
			if t.distance(v) <= t.distance(value) {
				p, value = swaps[i], v
			}
		}
		if t.distance(value) == 0 {
			break
		}
	}
	return p, value, nil
}

// floor returns how many clues neighbour k of p keeps at least. Unless a minimal puzzle is ordered, every
// other neighbour has one to eight clues more than p: easy puzzles are rare among minimal ones.
func floor(p *sudoku.Puzzle, o sudoku.Order, k int) int {
	switch {
	case o.Minimal:
		return 0
	case k%2 == 1:
		return max(o.CluesMin, p.Clues()+1<<(k/2%4))
	}
	return o.CluesMin
}

// fits reports whether a neighbour keeps to the clues that were ordered.
func fits(p *sudoku.Puzzle, o sudoku.Order) bool {
	return p.Clues() >= o.CluesMin && (o.CluesMax == 0 || p.Clues() <= o.CluesMax)
}

func firstValue(values []float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	return values[0]
}

// distance is how far a value is from the range: 0 in it, infinite where there is no value.
func (t *target) distance(value float64) float64 {
	switch {
	case math.IsNaN(value):
		return math.Inf(1)
	case value < t.lo:
		return t.lo - value
	case value >= t.hi:
		return math.Nextafter(value-t.hi, math.Inf(1))
	}
	return 0
}

// grade measures puzzles; NaN where the grader has no value. The sieve's bound is as good as a value.
func (t *target) grade(ctx context.Context, grader *host.Plugin,
	puzzles []*sudoku.Puzzle) ([]float64, error) {
	values := slices.Repeat([]float64{math.NaN()}, len(puzzles))
	err := grader.Grade(ctx, host.Numbered(puzzles), t.options, func(i uint64, g sudoku.Result) error {
		for _, grade := range g.Grades {
			if grade.Metric == t.metric || grader != t.grader && grade.Metric == t.metric+"_bound" {
				values[i] = grade.Value
			}
		}
		return nil
	})
	return values, err
}
