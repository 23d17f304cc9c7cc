package main

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/puzzles"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/runs"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// trial puts metrics of graders to the test.
type trial struct {
	*agreeOptions
	plugins []*host.Plugin
	metrics []runs.StoredMetric
	rng     *rand.Rand
}

func (o *agreeOptions) trial(ctx context.Context) (*trial, error) {
	plugins, _, err := o.Open(ctx)
	if err != nil {
		return nil, err
	}
	t := &trial{agreeOptions: o, plugins: plugins, rng: rand.New(rand.NewPCG(o.seed, 1))}
	for _, p := range plugins {
		for _, m := range p.Info().Metrics {
			t.metrics = append(t.metrics, runs.StoredMetric{Name: m.Name, HigherIsHarder: m.HigherIsHarder})
		}
	}
	return t, nil
}

// grades returns what all graders say of each puzzle.
func (t *trial) grades(ctx context.Context, title string,
	sample []*sudoku.Puzzle) ([]map[string]float64, error) {
	bar := t.App.Progress(title, int64(len(sample)))
	defer bar.End()
	var all []map[string]float64
	for len(sample) > 0 {
		n := min(len(sample), puzzles.GradeChunk)
		records, err := t.Chunk(ctx, sample[:n], t.plugins)
		if err != nil {
			return nil, err
		}
		for _, r := range records {
			all = append(all, r.Grades)
		}
		bar.Add(n)
		sample = sample[n:]
	}
	return all, nil
}

// pairTally counts for one metric the pairs of puzzles that have it, and those that break a promise.
type pairTally struct{ pairs, broken int }

func (c *pairTally) count(broken bool) {
	c.pairs++
	if broken {
		c.broken++
	}
}

// tally compares pairs of grades metric by metric.
func (t *trial) tally(pairs [][2]map[string]float64,
	broken func(m runs.StoredMetric, a, b float64) bool) []pairTally {
	counts := make([]pairTally, len(t.metrics))
	for _, pair := range pairs {
		for i, m := range t.metrics {
			a, hasA := pair[0][m.Name]
			b, hasB := pair[1][m.Name]
			if hasA && hasB {
				counts[i].count(broken(m, a, b))
			}
		}
	}
	return counts
}

// tallyTable has a row for each metric that any pair has.
func (t *trial) tallyTable(title, pairs, broken string, counts []pairTally) *paperTable {
	table := &paperTable{Title: title, Columns: []string{"metric", pairs, broken, "percent"}}
	for i, m := range t.metrics {
		if c := counts[i]; c.pairs > 0 {
			table.row(m.Name, fmt.Sprint(c.pairs), fmt.Sprint(c.broken),
				screen.Figure(100*float64(c.broken)/float64(c.pairs)))
		}
	}
	return table
}

// rounding is how far two values may be apart that differ by the order of additions alone.
const rounding = 1e-9
