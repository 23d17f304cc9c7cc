// Package spec describes an algorithm to sudokuctl. It needs the standard library alone, so that
// another program can import an algorithm without gRPC and go-plugin.
package spec

import (
	"context"
	"math"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Spec says what an algorithm is and how to make one. A nil function means that it does not have that power. Each
// function is called once for each worker, with checked settings, defaults filled in; its algorithm is used by one
// goroutine at a time.
type Spec struct {
	Info      sudoku.Info
	Solver    func(sudoku.Settings) (sudoku.Solver, error)
	Grader    func(sudoku.Settings) (sudoku.Grader, error)
	Explainer func(sudoku.Settings) (sudoku.Explainer, error)
	Generator func(sudoku.Settings) (sudoku.Generator, error)
	// Metrics returns what a grader measures beside Info.Metrics because its settings ask for it. It may be nil.
	Metrics func(sudoku.Settings) []sudoku.Metric
}

// Describe returns the Info with the powers that the Spec's functions give.
func (s Spec) Describe() sudoku.Info {
	info := s.Info
	info.Powers = nil
	for _, p := range []struct {
		power sudoku.Power
		has   bool
	}{
		{sudoku.PowerSolve, s.Solver != nil}, {sudoku.PowerGrade, s.Grader != nil},
		{sudoku.PowerExplain, s.Explainer != nil}, {sudoku.PowerGenerate, s.Generator != nil},
	} {
		if p.has {
			info.Powers = append(info.Powers, p.power)
		}
	}
	return info
}

// DescribeWith returns what Describe does and what settings bring: their metrics, and the powers that only a made
// solver or explainer shows.
func (s Spec) DescribeWith(settings sudoku.Settings) sudoku.Info {
	info := s.Describe()
	if s.Metrics != nil {
		info.Metrics = slices.Concat(info.Metrics, s.Metrics(settings))
	}
	if s.Explainer != nil {
		if explainer, err := s.Explainer(settings); err == nil {
			if _, ok := explainer.(sudoku.StepLister); ok {
				info.Powers = append(info.Powers, sudoku.PowerSteps)
			}
		}
	}
	if s.Solver == nil {
		return info
	}
	if solver, err := s.Solver(settings); err == nil {
		if _, ok := solver.(sudoku.Tracer); ok {
			info.Powers = append(info.Powers, sudoku.PowerTrace)
		}
	}
	return info
}

// A BatchSolver is a sudoku.Solver that is cheaper when it knows several puzzles at once.
type BatchSolver interface {
	sudoku.Solver
	// Begin is called before Solve is called with each of the puzzles, in this order unless one is left out. It
	// may work on them until ctx is done; the time that it takes is shared among them.
	Begin(ctx context.Context, puzzles []*sudoku.Puzzle)
}

// A Limiter is a sudoku.Solver that uses the number of solutions that emit is going to take, 0 for all. Limit is called
// once, before the first puzzle.
type Limiter interface {
	Limit(n int)
}

// SeedOf derives the seed of a puzzle from the seed of the run and the content of the puzzle, never from where it
// stands: the same seed and puzzle give the same answer, whatever was asked before. It is FNV-1a, finished as in
// splitmix64.
func SeedOf(run uint64, p *sudoku.Puzzle) uint64 {
	h := mix(14695981039346656037, run)
	for _, c := range p.Geometry().Shape() {
		h = mix(h, uint64(c))
	}
	for _, v := range p.Givens() {
		h = mix(h, uint64(v))
	}
	for _, s := range p.Soft() {
		h = mix(mix(h, uint64(s.Cell)), uint64(s.Allowed))
		for _, q := range s.Prob {
			h = mix(h, math.Float64bits(q))
		}
	}
	for _, text := range p.ConstraintTexts() {
		for _, c := range []byte(text) {
			h = mix(h, uint64(c))
		}
	}
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

func mix(h, v uint64) uint64 { return (h ^ v) * 1099511628211 }
