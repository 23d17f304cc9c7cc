package rate

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/ladder"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/paper"
)

// tally counts how often each of some techniques is used on the way with the chosen ladder.
type tally struct {
	*ladder.Engine
	names  []string // of the techniques to count
	beyond []bool   // whether each argues from constraints
	steps  []int    // in which each was used
}

// counted returns the names of the techniques that the setting count asks for.
func counted(count string, rows []*ladder.Row) ([]string, error) {
	var names []string
	for _, word := range ladder.Words(count) {
		found := ladder.LookUp(word)
		if word == "all" {
			found = rows
		}
		if len(found) == 0 {
			return nil, fmt.Errorf("setting \"count\": %q is not a technique%s", word, ladder.Nearest(word))
		}
		for _, t := range found {
			if !slices.Contains(names, t.Name) {
				names = append(names, t.Name)
			}
		}
	}
	return names, nil
}

// newTally returns nil if nothing is to be counted.
func newTally(s Settings) (*tally, error) {
	switch {
	case s.Count == "":
		return nil, nil
	case s.Techniques == "backtracking" || paper.Level(s.Techniques) > 0:
		return nil, fmt.Errorf("setting \"count\": techniques %q have no ladder", s.Techniques)
	}
	e, err := ladder.New(s.Techniques, s.UpTo)
	if err != nil {
		return nil, fmt.Errorf("setting \"techniques\": %w", err)
	}
	names, err := counted(s.Count, e.Ladder)
	if err != nil || len(names) == 0 {
		return nil, err
	}
	t := &tally{Engine: e, names: names, beyond: make([]bool, len(names)), steps: make([]int, len(names))}
	for i, name := range names {
		t.beyond[i] = ladder.LookUp(name)[0].IsBeyond()
	}
	return t, nil
}

// CountMetrics declares what newTally counts.
func CountMetrics(s Settings) []sudoku.Metric {
	t, err := newTally(s)
	if err != nil || t == nil {
		return nil
	}
	metrics := make([]sudoku.Metric, len(t.names))
	for i, name := range t.names {
		metrics[i] = sudoku.Metric{Name: "count_" + name, Min: 0, Max: math.Inf(1), HigherIsHarder: true,
			Unit: "steps", Source: "solve path", Summary: "steps of the way with the chosen techniques that are a " +
				strings.ReplaceAll(name, "_", " ")}
	}
	return metrics
}

// add climbs the ladder as far as it leads and adds a grade for each technique that is counted; a way that does not end
// at the solution is labelled. Techniques that argue from constraints are counted for puzzles that have some.
func (t *tally) add(ctx context.Context, p *sudoku.Puzzle, grades []sudoku.Grade) ([]sudoku.Grade, error) {
	clear(t.steps)
	t.Begin(ctx, p)
	for range t.Steps {
		if i := slices.Index(t.names, t.Used.Name); i >= 0 {
			t.steps[i]++
		}
	}
	if ctx.Err() != nil {
		return grades, ctx.Err()
	}
	label := ""
	if t.Left > 0 {
		label = "beyond"
	}
	for i, name := range t.names {
		if t.beyond[i] && t.Puzzle == nil {
			continue
		}
		grades = append(grades, sudoku.Grade{Metric: "count_" + name, Value: float64(t.steps[i]), Label: label})
	}
	return grades, nil
}
