package logic

import (
	"context"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/ladder"
)

// climber solves by climbing the ladder. Its techniques are sound, so a puzzle that it solves has no other
// solution and one that breaks has none; if it has counted solutions to be sure, its count is the proof.
// It never guesses.
type climber struct {
	*ladder.Engine
	climb func(ctx context.Context, p *sudoku.Puzzle) (steps int)
}

// newClimber returns a solver with any ladder.
func newClimber(e *ladder.Engine) climber {
	return climber{e, func(ctx context.Context, p *sudoku.Puzzle) int {
		e.Lay(ctx, p)
		e.Open(p, 0)
		steps := p.Geometry().Cells() - p.Clues() - e.Left // of the opening, each of which places a digit
		for ; e.Next(); steps++ {
			e.Hint.Apply(e.Board)
		}
		return steps
	}}
}

// Solve emits the solution if the ladder leads to it. ErrGaveUp says that the ladder ended first.
func (s climber) Solve(ctx context.Context, p *sudoku.Puzzle,
	emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
	steps := s.climb(ctx, p)
	stats := sudoku.Stats{Extra: []sudoku.Measure{{Name: "steps", Value: float64(steps)}}}
	switch {
	case s.Broken || s.Known == ladder.NoSolution:
		return stats, nil
	case s.Left == 0:
		emit(s.Value)
		return stats, nil
	case ctx.Err() != nil:
		return stats, ctx.Err()
	}
	return stats, sudoku.ErrGaveUp
}
