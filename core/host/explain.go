package host

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/host/internal/process"
	"github.com/sudokuctl/sudokuctl/core/host/lifecycle"
	"github.com/sudokuctl/sudokuctl/core/internal/wire"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Explain has the plugin explain a puzzle step by step, as sudoku.Explainer says. Each step is checked: a cell or
// digit that the puzzle does not have, or steps without end, are an error that wraps ErrProtocol. A crash is an
// error that wraps ErrExited; the next call finds a new process.
func (p *Plugin) Explain(ctx context.Context, puzzle *sudoku.Puzzle, emit func(sudoku.Step) bool) error {
	return p.noted(p.steps(ctx, "explaining", puzzle, emit, func(r *wire.Client, emit func(sudoku.Step) bool) error {
		return r.Explain(ctx, puzzle, emit)
	}))
}

// ListSteps has the plugin list the steps that are possible in a state, as sudoku.StepLister says. They are checked
// as those of Explain. A plugin without that power gives an error that wraps sudoku.ErrUnsupported.
func (p *Plugin) ListSteps(ctx context.Context, s *sudoku.State, emit func(sudoku.Step) bool) error {
	if err := s.Check(); err != nil {
		return fmt.Errorf("listing steps with plugin %q: %w", p.candidate.ID, err)
	}
	return p.steps(ctx, "listing steps", s.Puzzle, emit,
		func(r *wire.Client, emit func(sudoku.Step) bool) error { return r.ListSteps(ctx, s, emit) })
}

// steps checks the steps that a call brings. A puzzle that the plugin does not take is not sent.
func (p *Plugin) steps(ctx context.Context, doing string, puzzle *sudoku.Puzzle, emit func(sudoku.Step) bool,
	call func(*wire.Client, func(sudoku.Step) bool) error) error {
	if err := p.info.Fits(puzzle); err != nil {
		return fmt.Errorf("%s with plugin %q: %w", doing, p.candidate.ID, err)
	}
	proc, err := p.supervisor.Live(ctx)
	if err != nil {
		return err
	}
	var fault error
	count, most := 0, maxSteps(puzzle.Geometry())
	err = call(proc.Remote, func(s sudoku.Step) bool {
		if count++; count > most {
			fault = fmt.Errorf("more than %d steps", most)
		} else if err := checkStep(puzzle, &s); err != nil {
			fault = fmt.Errorf("step %d: %w", count, err)
		}
		return fault == nil && emit(s)
	})
	if fault != nil {
		return fmt.Errorf("%s with plugin %q: %w: %w", doing, p.candidate.ID, lifecycle.ErrProtocol, fault)
	}
	return p.asked(ctx, proc, doing, err)
}

// maxSteps is how many steps an explanation may have: each of use places a value or strikes a candidate.
func maxSteps(g *sudoku.Geometry) int { return 1000 + 2*g.Cells()*g.N() }

const (
	maxStepText  = 64 << 10 // bytes of the sentence of a step; nested chains are long
	maxStepLinks = 64 << 10 // candidates at the ends of its links
	maxStepNames = 1 << 10  // bytes of the name of a technique or a house
)

// checkStep returns an error if a step does not fit the puzzle or is too large.
func checkStep(p *sudoku.Puzzle, s *sudoku.Step) error {
	g, ends, cells := p.Geometry(), 0, len(s.Cells)
	for _, l := range s.Links {
		ends += len(l.From) + len(l.To)
	}
	for _, set := range s.Sets {
		cells += 1 + len(set)
	}
	switch long := func(name string) bool { return len(name) > maxStepNames }; {
	case max(len(s.Place), len(s.Strike)) > g.Cells()*g.N():
		return fmt.Errorf("%d candidates", max(len(s.Place), len(s.Strike)))
	case ends > maxStepLinks || len(s.Links) > maxStepLinks:
		return fmt.Errorf("%d links with %d candidates", len(s.Links), ends)
	case math.IsNaN(s.Rating) || math.IsInf(s.Rating, 0):
		return fmt.Errorf("rating %v", s.Rating)
	case len(s.Text) > maxStepText:
		return fmt.Errorf("a text of %d bytes", len(s.Text))
	case cells > g.Cells()*g.N() || len(s.Why) > len(g.Houses())*g.N():
		return fmt.Errorf("a pattern of %d cells and %d houses", cells, len(s.Why))
	case len(s.Constraints) > len(p.Constraints()):
		return fmt.Errorf("%d constraints of %d", len(s.Constraints), len(p.Constraints()))
	case long(s.Technique) || slices.ContainsFunc(s.Why, long):
		return errors.New("a name is too long")
	}
	return s.Check(p)
}

// asked explains an error of a single call.
func (p *Plugin) asked(ctx context.Context, proc *process.Process, doing string, err error) error {
	switch {
	case err == nil:
		proc.Answered(1)
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case proc.Responded(err):
		proc.Answered(1)
		return fmt.Errorf("%s with plugin %q: %w", doing, p.candidate.ID, err)
	}
	why := proc.Failed(err)
	p.supervisor.Remove(proc)
	return why
}
