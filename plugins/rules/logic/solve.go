package logic

import (
	"context"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/ladder"
)

// climber solves by climbing the ladder. Its techniques are sound, so a puzzle that it solves has no other
// solution and one that breaks has none; if it has counted solutions to be sure, its count is the proof.
// It never guesses.
type climber struct{ *ladder.Engine }

// Solve emits the solution if the ladder leads to it. ErrGaveUp says that the ladder ended first.
func (s climber) Solve(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
	s.Begin(ctx, p)
	steps := 0
	for range s.Steps {
		steps++
	}
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
