package relax

import (
	"context"
	"fmt"
	"math"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/convex/interior"
)

// offSolution is the metric: how far the linear relaxation of a puzzle is from its solution s, in cells,
//
//	max { Σ_cells (1 − x_(c, s(c))) : x ∈ P }
//
// the largest probability mass that a point of the polytope can put on wrong digits. It is 0 exactly if P is the
// point s, so that any linear program, whatever its cost, solves the puzzle. It does not depend on how a puzzle is
// written: images have the same. Singles and locked candidates only strike what is 0 in all of P, so what they decide
// is left out of the program without changing the maximum.
const offSolution = "lp_off_solution"

// The labels of the metric.
const (
	labelPoint = "point"
	labelWider = "wider"
)

// pointMass is the mass below which P counts as a point: far below that of any second vertex that was seen (2), far
// above the rounding of the interior points.
const pointMass = 1e-4

// grader measures how tight the relaxation is.
type grader struct{ solver *Solver }

func newGrader(s settings) (sudoku.Grader, error) {
	s.Variant, s.Objective = "auto", "any"
	solver, err := newSolver(s)
	if err != nil {
		return nil, err
	}
	return grader{solver.(*Solver)}, nil
}

// Grade measures puzzles with exactly one solution. A full grid, or another puzzle whose solution logic alone finds,
// needs no program.
func (g grader) Grade(ctx context.Context, p *sudoku.Puzzle) ([]sudoku.Grade, error) {
	var solutions []sudoku.Grid
	_, err := g.solver.Solve(ctx, p, func(s sudoku.Grid) bool {
		solutions = append(solutions, s.Clone())
		return len(solutions) < 2
	})
	switch {
	case err != nil:
		return nil, err
	case len(solutions) != 1:
		return nil, fmt.Errorf("measuring the relaxation of a puzzle without or with several solutions: %w", sudoku.ErrUnsupported)
	}
	mass, err := g.solver.massOff(ctx, p, solutions[0])
	if err != nil {
		return nil, err
	}
	grade := sudoku.Grade{Metric: offSolution, Value: mass, Label: labelWider}
	if mass == 0 {
		grade.Label = labelPoint
	}
	return []sudoku.Grade{grade}, nil
}

// massOff returns the largest mass off the only solution of p, rounded to a millionth; below pointMass 0.
func (s *Solver) massOff(ctx context.Context, p *sudoku.Puzzle, solution sudoku.Grid) (float64, error) {
	if !s.board.start(p) || !s.board.conclude() || s.board.solved() {
		return 0, nil
	}
	s.program.reset(func() bool { return ctx.Err() != nil })
	s.program.open(s.board)
	cost := make([]float64, s.program.variables())
	for j := range cost {
		if solution[s.program.cell[j]] == s.program.digit[j] {
			cost[j] = 1
		}
	}
	if status := s.program.minimize(cost, nil, nil); s.program.interrupted {
		return 0, ctx.Err()
	} else if status != interior.Optimal {
		return 0, fmt.Errorf("measuring the relaxation: the linear program ended %s: %w", status, sudoku.ErrGaveUp)
	}
	mass := float64(len(s.program.cells))
	for j, c := range cost {
		mass -= c * s.program.engine.X[j]
	}
	if mass < pointMass {
		return 0, nil
	}
	return math.Round(mass*1e6) / 1e6, nil
}
