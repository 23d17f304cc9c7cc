package host

import (
	"context"
	"fmt"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Explain has the plugin explain a puzzle step by step, as sudoku.Explainer says. A crash is an error that
// wraps ErrExited; the next call finds a new process.
func (p *Plugin) Explain(ctx context.Context, puzzle *sudoku.Puzzle, emit func(sudoku.Step) bool) error {
	proc, err := p.live(ctx)
	if err != nil {
		return err
	}
	return p.asked(ctx, proc, "explaining", proc.remote.Explain(ctx, puzzle, emit))
}

// Generate has the plugin make puzzles, as sudoku.Generator says.
func (p *Plugin) Generate(ctx context.Context, o sudoku.Order,
	emit func(*sudoku.Puzzle) bool) (sudoku.Stats, error) {
	proc, err := p.live(ctx)
	if err != nil {
		return sudoku.Stats{}, err
	}
	stats, err := proc.remote.Generate(ctx, o, emit)
	return stats, p.asked(ctx, proc, "generating", err)
}

// asked explains an error of a single call.
func (p *Plugin) asked(ctx context.Context, proc *process, doing string, err error) error {
	switch {
	case err == nil:
		proc.answers.Add(1)
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case proc.reached(err):
		proc.answers.Add(1)
		return fmt.Errorf("%s with plugin %q: %w", doing, p.candidate.ID, err)
	}
	why := proc.fate(err)
	p.bury(proc)
	return why
}
