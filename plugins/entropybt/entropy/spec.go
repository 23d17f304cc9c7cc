// Package entropy solves by information entropy: it always works where least is left open.
//
// Zhai & Zhang (2013) call x/9 the information entropy of a cell with x candidates, fill the cells of entropy 1/9
// one after the other, and branch on a cell of least entropy when none is left. The setting strategy: paper is
// this algorithm as printed (paper.go), on every geometry; it is the reference that the others are tested against.
//
// The default, strategy: entropy, takes the idea further. A cell is not the only thing that is uncertain: so
// is the place of a digit in a house, and the course of a digit through a band. Each has an entropy, the
// logarithm of the number of ways left open, and
//
//   - a propagation step is one that lowers an entropy without a guess: a cell with one candidate or a digit with one
//     place has entropy 0 and is filled, and what that excludes lowers its neighbours;
//   - a branch is made where the entropy is least, so that a failure excludes most and a success settles most.
//
// The 9×9 engine lives in package nine and takes soft clues too; the general engine, which serves every other geometry
// and constraints, lives in core/search. Each has its own explanation.
package entropy

import (
	"context"
	"math"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/search"
	"github.com/sudokuctl/sudokuctl/core/spec"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/internal/nine"
)

// Spec describes the plugin and makes its solver and grader. The default strategy takes every geometry, soft clue and
// clause.
func Spec() spec.Spec {
	return spec.Spec{
		Info: sudoku.Info{
			ID:            "entropybt",
			Name:          "Information-entropy backtracking",
			Version:       "1.2.0",
			Summary:       "branches where the entropy is least; all solutions, every geometry",
			Licence:       "MIT",
			Reference:     "G. Zhai, J. Zhang: Solving Sudoku Puzzles Based on Customized Information Entropy, IJHIT 6(1), 2013 [zhai2013]",
			Complete:      true,
			Deterministic: true,
			SoftClues:     true,
			Clauses:       []string{"differ", "pair", "sum", "count", "word", "any"},
			Fast:          true,
			Settings:      declared(),
			Metrics: []sudoku.Metric{
				{Name: "information_entropy", Max: 1, HigherIsHarder: true, Source: "Zhai & Zhang 2013, Def. 2",
					Summary: "candidates of all empty cells over digits times cells; candidates are what givens and constraints leave"},
				{Name: "empty_cells", Unit: "cells", Max: math.Inf(1), HigherIsHarder: true,
					Source: "Maji & Pal 2010, Table 1", Summary: "cells that are not given"},
			},
		},
		Solver: spec.With(newSolver),
		Grader: func(sudoku.Settings) (sudoku.Grader, error) { return grader{}, nil },
	}
}

type settings struct {
	Strategy string `setting:"strategy" enum:"entropy,paper" summary:"entropy: entropies of cells, digits and bands, by the fastest engine; paper: as printed"`
	Kernel   string `setting:"kernel"`
}

// declared are the settings, with the kernels that this processor can run.
func declared() []sudoku.Setting {
	all := spec.Declare(settings{Strategy: "entropy", Kernel: "auto"})
	all[1].Enum = append([]string{"auto"}, nine.Kernels()...)
	all[1].Summary = "of the 9×9 engine; this processor can run " + strings.Join(nine.Kernels(), ", ") +
		"; auto is the first of them, the fastest"
	return all
}

// newSolver returns a solver by the chosen strategy.
func newSolver(s settings) (sudoku.Solver, error) {
	if s.Strategy == "paper" {
		return &paper{}, nil
	}
	return newFast(s.Kernel), nil
}

// informationEntropy returns the numerator and denominator of the information entropy of a puzzle: the number of
// candidates of all empty cells, and N times the number of cells (Zhai & Zhang 2013, Def. 1 and 2; k/729 on 9×9). It is
// measured on the givens alone: a candidate is a digit that no given peer holds and that, if the puzzle has constraints
// beyond houses, the engine's propagators of these leave, the sums that follow from them among them, without what the
// houses draw from that. If ctx ends meanwhile, that is its error.
func informationEntropy(ctx context.Context, p *sudoku.Puzzle) (k, of int, err error) {
	if p.Clauses() != nil {
		return entropyBeyond(ctx, p)
	}
	for cell, candidates := range p.Candidates() {
		if p.Givens()[cell] == 0 {
			k += candidates.Len()
		}
	}
	return k, len(p.Givens()) * p.Geometry().N(), nil
}

// entropyBeyond is informationEntropy for a puzzle with constraints beyond houses. One whose constraints clash has
// none.
func entropyBeyond(ctx context.Context, p *sudoku.Puzzle) (k, of int, err error) {
	e, w := search.New(p.Geometry()), newWatch(ctx)
	e.Late = w.over
	alive := e.Load(p) && e.Heed()
	for cell, digit := range p.Givens() {
		if digit == 0 && alive {
			k += e.Candidates(cell).Len()
		}
	}
	return k, len(p.Givens()) * p.Geometry().N(), w.err
}

// grader measures information entropy and the number of empty cells.
type grader struct{}

// Grade returns the information entropy of the givens, as the paper defines it: candidates that are left, as a share
// of all.
func (grader) Grade(ctx context.Context, p *sudoku.Puzzle) ([]sudoku.Grade, error) {
	k, of, err := informationEntropy(ctx, p)
	if err != nil {
		return nil, err
	}
	return []sudoku.Grade{
		{Metric: "information_entropy", Value: float64(k) / float64(of)},
		{Metric: "empty_cells", Value: float64(len(p.Givens()) - p.Clues())},
	}, nil
}

// fast is the default strategy: the 9×9 engine where it fits, else the general one.
type fast struct {
	nine    *nine.Engine
	grid    [81]uint8
	general *search.Engine
	watch   watch // of general
}

// newFast returns the strategy with a kernel of the 9×9 engine, by name or the fastest that runs here ("auto").
func newFast(kernel string) *fast {
	if engine, ok := nine.NewKernel(kernel); ok {
		return &fast{nine: engine}
	}
	return &fast{nine: nine.New()}
}

// sliceGuesses is how many guesses the 9×9 engine makes between two looks at the context.
const sliceGuesses = 2048

// Solve emits all solutions, so that its end proves how many there are.
func (f *fast) Solve(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
	if p.Geometry().IsClassic() && len(p.Clauses()) == 0 {
		return f.solveNine(ctx, p, emit)
	}
	if f.general == nil || f.general.Geometry() != p.Geometry() {
		f.general = search.New(p.Geometry())
		f.general.Guess, f.general.Late = f.watch.step, f.watch.over
	}
	f.watch = newWatch(ctx)
	if f.general.Load(p) {
		f.general.Search(emit)
	}
	return sudoku.Stats{Guesses: f.watch.steps}, f.watch.err
}

// solveNine looks at the context when the engine pauses and after every so many solutions.
func (f *fast) solveNine(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
	f.nine.Load((*[81]uint8)(p.Givens()))
	for _, s := range p.Soft() {
		for d := range 9 {
			if !s.Allowed.Has(d + 1) {
				f.nine.Strike(s.Cell, uint8(d+1))
			}
		}
	}
	found, more := 0, true
	for more {
		status := f.nine.Next(&f.grid, sliceGuesses)
		if status == nine.Found {
			found++
			more = emit(f.grid[:])
		}
		more = more && status != nine.Exhausted
		if status == nine.Paused || found%sliceGuesses == sliceGuesses-1 {
			if err := ctx.Err(); err != nil {
				return sudoku.Stats{Guesses: f.nine.Guesses()}, err
			}
		}
	}
	return sudoku.Stats{Guesses: f.nine.Guesses()}, nil
}
