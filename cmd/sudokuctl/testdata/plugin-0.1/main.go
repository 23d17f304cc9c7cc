// Command plugin is a plugin as an author wrote it for version 0.1. It is kept as it was: later versions compile it and run it.
package main

import (
	"context"
	"fmt"

	"github.com/sudokuctl/sudokuctl/core/plugin"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Spec says what the algorithm is and how to make one.
func Spec() plugin.Spec {
	return plugin.Spec{
		Info: sudoku.Info{
			ID:            "kept",
			Name:          "Kept",
			Version:       "0.1.0",
			Summary:       "tries every digit in the cell with the fewest, and explains naked singles",
			Licence:       "MIT",
			Complete:      true,
			Deterministic: true,
			SoftClues:     true,
			Settings:      []sudoku.Setting{{Name: "weight", Default: 1.0, Min: 0, Max: 10, Summary: "factor of the metric"}},
			Metrics: []sudoku.Metric{{Name: "kept_gaps", Unit: "cells", Max: 100_000, HigherIsHarder: true,
				Source: "this program", Summary: "empty cells", Labels: []string{"few", "many"}}},
		},
		Solver:    func(sudoku.Settings) (sudoku.Solver, error) { return &solver{}, nil },
		Grader:    func(s sudoku.Settings) (sudoku.Grader, error) { return grader{s["weight"].(float64)}, nil },
		Explainer: func(sudoku.Settings) (sudoku.Explainer, error) { return explainer{}, nil },
	}
}

func main() { plugin.Serve(Spec()) }

type solver struct {
	ctx    context.Context
	puzzle *sudoku.Puzzle
	grid   sudoku.Grid
	emit   func(sudoku.Grid) bool
	tried  int64
	trace  func(sudoku.Trace)
}

// Trace implements sudoku.Tracer.
func (s *solver) Trace(f func(sudoku.Trace)) { s.trace = f }

// Solve implements sudoku.Solver.
func (s *solver) Solve(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
	*s = solver{ctx: ctx, puzzle: p, grid: p.Givens().Clone(), emit: emit, trace: s.trace}
	if sudoku.CheckGivens(p) == nil {
		s.search()
	}
	return sudoku.Stats{Guesses: s.tried, Extra: []sudoku.Measure{{Name: "tried", Value: float64(s.tried)}}}, ctx.Err()
}

// search fills the emptiest cell and goes on. It returns false if nobody wants more.
func (s *solver) search() bool {
	cell, options := narrowest(s.puzzle, s.grid)
	if cell < 0 {
		return s.emit(s.grid)
	}
	if s.trace != nil {
		s.trace(sudoku.Trace{Series: "filled", X: float64(s.tried), Y: float64(s.grid.Filled())})
	}
	defer func() { s.grid[cell] = 0 }()
	for digit := range options.All {
		s.tried++
		s.grid[cell] = uint8(digit)
		if s.ctx.Err() != nil || !s.search() {
			return false
		}
	}
	return true
}

// narrowest returns the empty cell with the fewest digits left, -1 if the grid is full.
func narrowest(p *sudoku.Puzzle, grid sudoku.Grid) (best int, options sudoku.Digits) {
	best, fewest := -1, sudoku.MaxSize+1
	for cell, value := range grid {
		if value != 0 {
			continue
		}
		left := p.Allowed(cell)
		for _, peer := range p.Geometry().Peers(cell) {
			if v := grid[peer]; v != 0 {
				left = left.Without(int(v))
			}
		}
		if n := left.Len(); n < fewest {
			best, options, fewest = cell, left, n
		}
	}
	return best, options
}

type grader struct{ weight float64 }

// Grade implements sudoku.Grader.
func (g grader) Grade(_ context.Context, p *sudoku.Puzzle) ([]sudoku.Grade, error) {
	gaps, label := p.Geometry().Cells()-p.Clues(), "few"
	if gaps > 40 {
		label = "many"
	}
	return []sudoku.Grade{{Metric: "kept_gaps", Value: g.weight * float64(gaps), Label: label}}, nil
}

type explainer struct{}

// Explain implements sudoku.Explainer.
func (explainer) Explain(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Step) bool) error {
	grid := p.Givens().Clone()
	for ctx.Err() == nil {
		cell, options := narrowest(p, grid)
		switch {
		case cell < 0:
			return nil
		case options.Len() != 1:
			return sudoku.ErrGaveUp
		}
		digit := options.Min()
		grid[cell] = uint8(digit)
		if !emit(sudoku.Step{Technique: "naked_single", Rating: 2.3, Place: []sudoku.Candidate{{Cell: cell, Digit: digit}}, Cells: []int{cell},
			Text: fmt.Sprintf("No other digit than %d is left for %s.", digit, p.Geometry().CellName(cell))}) {
			return nil
		}
	}
	return ctx.Err()
}
