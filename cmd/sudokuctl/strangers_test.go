package main

import (
	"context"
	"math/rand/v2"

	"github.com/sudokuctl/sudokuctl/core/plugin"
	"github.com/sudokuctl/sudokuctl/core/spec"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/symmetry"
)

// Plugins of third parties, of which the program knows nothing but what they declare: a generator of 4×4 puzzles, one
// that makes neighbours too, and a grader of a metric of its own.

// first is a solution of the classic 4×4 geometry.
const first = "1234341221434321"

func serveMaker(neighbours bool) func() {
	id := "maker"
	if neighbours {
		id = "walker"
	}
	return func() {
		plugin.Serve(spec.Spec{
			Info: sudoku.Info{ID: id, Name: id, Version: "0.1.0", Summary: "makes 4×4 puzzles", Licence: "MIT",
				Shapes: []string{"4"}, Aims: []sudoku.Aim{{Metric: "clues", Exact: true}}, Neighbours: neighbours},
			Generator: func(sudoku.Settings) (sudoku.Generator, error) { return maker{}, nil },
		})
	}
}

type maker struct{}

func (maker) Generate(ctx context.Context, o sudoku.Order, emit func(*sudoku.Puzzle) bool) (sudoku.Stats, error) {
	rng := rand.New(rand.NewPCG(o.Seed, 0))
	for made := 0; ctx.Err() == nil && (o.Count == 0 || made < o.Count); {
		p, err := sudoku.ParsePuzzle(first)
		if err != nil {
			return sudoku.Stats{}, err
		}
		keep := 5 + rng.IntN(11) // clues
		if o.Near != nil {
			p = sudoku.MustPuzzle(o.Geometry, o.Near.Givens().Clone())
			keep = max(5, p.Clues()-1)
		} else {
			p = symmetry.RandomImage(p, rng)
		}
		for _, cell := range rng.Perm(16) {
			emptied := p.Givens().Clone()
			emptied[cell] = 0
			if q := p.WithGivens(emptied); q.Clues() < p.Clues() && p.Clues() > keep && solutionsOf(q) == 1 {
				p = q
			}
		}
		if o.Metric == "clues" && (float64(p.Clues()) < o.MetricMin || float64(p.Clues()) >= o.MetricMax) {
			continue
		}
		if made++; !emit(p) {
			break
		}
	}
	return sudoku.Stats{}, ctx.Err()
}

// solutionsOf counts the solutions of a small puzzle.
func solutionsOf(p *sudoku.Puzzle) int {
	for cell, may := range p.Candidates() {
		if p.Givens()[cell] != 0 {
			continue
		}
		n := 0
		for d := range may.All {
			grid := p.Givens().Clone()
			grid[cell] = uint8(d)
			n += solutionsOf(p.WithGivens(grid))
		}
		return n
	}
	return 1
}

// serveJudge serves a grader whose metric, the number of cells with more than one candidate, is called fog. It
// reports it, sooner, with the setting only, and with the setting enough nothing but a bound.
func serveJudge() {
	plugin.Serve(spec.Spec{
		Info: sudoku.Info{ID: "judge", Name: "judge", Version: "0.1.0", Summary: "sees fog", Licence: "MIT",
			Deterministic: true,
			Metrics: []sudoku.Metric{
				{Name: "fog", Max: 81, HigherIsHarder: true, Source: "counting", Summary: "cells with a choice",
					Labels: []string{"thin", "thick"}, Alone: map[string]any{"only": "fog"}, Ceiling: "enough",
					Bound: "fog_bound"},
				{Name: "fog_bound", Max: 81, Source: "counting", Summary: "not more than fog"},
				{Name: "techniques", Max: 81, Source: "counting", Summary: "what it takes",
					Labels: []string{"fog_lamp", "guide_dog"}}},
			Settings: []sudoku.Setting{{Name: "only", Default: "all", Enum: []string{"all", "fog"}, Summary: "what to see"},
				{Name: "enough", Default: 0.0, Summary: "how much is enough"}}},
		Grader: func(s sudoku.Settings) (sudoku.Grader, error) { return judge{s}, nil },
	})
}

type judge struct{ settings sudoku.Settings }

func (j judge) Grade(_ context.Context, p *sudoku.Puzzle) ([]sudoku.Grade, error) {
	fog := 0.0
	for cell, may := range p.Candidates() {
		if p.Givens()[cell] == 0 && may.Len() > 1 {
			fog++
		}
	}
	enough := j.settings["enough"].(float64)
	switch {
	case enough > 0 && fog >= enough:
		return []sudoku.Grade{{Metric: "fog_bound", Value: enough}}, nil
	case j.settings["only"] == "fog":
		return []sudoku.Grade{{Metric: "fog", Value: fog, Label: "thin"}}, nil
	}
	return []sudoku.Grade{{Metric: "fog", Value: fog, Label: "thin"},
		{Metric: "techniques", Value: 1, Label: "fog_lamp"}}, nil
}
