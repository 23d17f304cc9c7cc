package host

import (
	"context"
	"errors"
	"fmt"

	"github.com/sudokuctl/sudokuctl/core/host/lifecycle"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Generate has the plugin make puzzles, as sudoku.Generator says, and checks each against the order: its geometry, its
// givens and their pattern, and that it has one solution, unless the order allows several. A puzzle that breaks the
// order ends the generation with an error that wraps ErrProtocol. Puzzles that were made before are left out. If fewer
// are made than ordered, the error wraps sudoku.ErrGaveUp, and ErrEndedEarly if the plugin did not say so; an order
// without end that brings none is an error that wraps ErrProtocol. Neighbours of a puzzle that the plugin does not take
// are not ordered, nor are constraints from one that declares no clauses.
func (p *Plugin) Generate(ctx context.Context, o sudoku.Order, emit func(*sudoku.Puzzle) bool) (sudoku.Stats, error) {
	stats, err := p.make(ctx, o, emit)
	return stats, p.noted(err)
}

// make checks that the plugin can fill the order, then passes on each puzzle that it makes.
func (p *Plugin) make(ctx context.Context, o sudoku.Order, emit func(*sudoku.Puzzle) bool) (sudoku.Stats, error) {
	if o.Near != nil {
		if err := p.info.Fits(o.Near); err != nil {
			return sudoku.Stats{}, fmt.Errorf("generating with plugin %q: %w", p.candidate.ID, err)
		}
	}
	if o.Constraints != nil && p.info.Clauses == nil {
		return sudoku.Stats{}, fmt.Errorf("generating with plugin %q: %w: constraints", p.candidate.ID, sudoku.ErrUnsupported)
	}
	made, enough := newOrdered(o), false
	stats, err := p.generate(ctx, made, func(q *sudoku.Puzzle) bool {
		if made.all() {
			return false // it should have ended, with its stats
		}
		if q = made.take(q); q == nil {
			return made.fault == nil
		}
		enough = !emit(q)
		return !enough
	})
	if made.fault != nil {
		return stats, fmt.Errorf("generating with plugin %q: %w: %w", p.candidate.ID, lifecycle.ErrProtocol, made.fault)
	}
	if err != nil && !made.all() {
		return stats, err
	}
	if enough || o.Count == 0 && made.count > 0 {
		return stats, nil
	}
	return stats, made.short(p.candidate.ID)
}

// ErrEndedEarly says that a generator made fewer puzzles than were ordered and ended as if it had made them all.
var ErrEndedEarly = fmt.Errorf("%w without saying so", sudoku.ErrGaveUp)

// generate asks for the puzzles of an order. If the process dies, another one begins again, and what was delivered is
// left out as repeated. That is of use if somebody else ended the process: two that deliver nothing new end it.
func (p *Plugin) generate(ctx context.Context, made *ordered, take func(*sudoku.Puzzle) bool) (sudoku.Stats, error) {
	for fruitless := 0; ; {
		proc, err := p.supervisor.Live(ctx)
		if err != nil {
			return sudoku.Stats{}, err
		}
		before := made.count
		stats, err := proc.Remote.Generate(ctx, made.order, take)
		if made.fault != nil {
			return stats, err
		}
		err = p.asked(ctx, proc, "generating", err)
		if fruitless++; made.count > before {
			fruitless = 0
		}
		if !errors.Is(err, lifecycle.ErrExited) || made.all() || fruitless == 2 ||
			made.count > 0 && made.order.AllowMultiple {
			return stats, err
		}
		made.repeat = -made.count
	}
}
