package main

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/runs"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
)

// invariance grades puzzles of the database beside images of them.
func (t *trial) invariance(ctx context.Context, s *store.Store, out *tables) error {
	ids, err := s.Random(ctx, t.App.Filter(t.where), t.images, t.seed)
	if err != nil || len(ids) == 0 {
		return firstError(err, fmt.Errorf("no puzzle of %s fits", t.App.Config.Database))
	}
	var puzzles []*sudoku.Puzzle
	for l, err := range s.List(ctx, store.Filter{IDs: ids}) {
		if err != nil {
			return err
		}
		p := l.Puzzle
		puzzles = append(puzzles, p, sudoku.RandomTransform(p.Geometry, t.rng).Puzzle(p))
	}
	grades, err := t.grades(ctx, "grading images", puzzles)
	if err != nil {
		return err
	}
	var pairs [][2]map[string]float64
	for i := 0; i < len(grades); i += 2 {
		pairs = append(pairs, [2]map[string]float64{grades[i], grades[i+1]})
	}
	counts := t.tally(pairs, func(_ runs.StoredMetric, a, b float64) bool { return math.Abs(a-b) > rounding })
	table := t.tallyTable(fmt.Sprintf("Conjecture 1: %d puzzles and a random equivalent of each", len(pairs)),
		"pairs", "different", counts)
	if lost := strings.Join(t.oneSided(pairs), ", "); lost != "" {
		table.note("Graded on one side alone: %s.", lost)
	}
	return out.show(table)
}

// oneSided names the metrics that one puzzle of a pair has and the other has not.
func (t *trial) oneSided(pairs [][2]map[string]float64) []string {
	var names []string
	for _, m := range t.metrics {
		n := 0
		for _, pair := range pairs {
			_, hasA := pair[0][m.Name]
			if _, hasB := pair[1][m.Name]; hasA != hasB {
				n++
			}
		}
		if n > 0 {
			names = append(names, fmt.Sprintf("%s %d", m.Name, n))
		}
	}
	return names
}
