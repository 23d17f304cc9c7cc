package host

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/host/internal/process"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Explain has the plugin explain a puzzle step by step, as sudoku.Explainer says. Each step is checked: a cell or
// digit that the puzzle does not have, or steps without end, are an error that wraps ErrProtocol. A crash is an
// error that wraps ErrExited; the next call finds a new process.
func (p *Plugin) Explain(ctx context.Context, puzzle *sudoku.Puzzle, emit func(sudoku.Step) bool) error {
	proc, err := p.supervisor.Live(ctx)
	if err != nil {
		return err
	}
	var fault error
	count, most := 0, maxSteps(puzzle.Geometry)
	err = proc.Remote.Explain(ctx, puzzle, func(s sudoku.Step) bool {
		if count++; count > most {
			fault = fmt.Errorf("more than %d steps", most)
		} else if err := checkStep(puzzle.Geometry, &s); err != nil {
			fault = fmt.Errorf("step %d: %w", count, err)
		}
		return fault == nil && emit(s)
	})
	if fault != nil {
		return fmt.Errorf("explaining with plugin %q: %w: %w", p.candidate.ID, ErrProtocol, fault)
	}
	return p.asked(ctx, proc, "explaining", err)
}

// maxSteps is how many steps an explanation may have: each of use places a value or strikes a candidate.
func maxSteps(g *sudoku.Geometry) int { return 1000 + 2*g.Cells()*g.N() }

const (
	maxStepText  = 64 << 10 // bytes of the sentence of a step; nested chains are long
	maxStepNames = 1 << 10  // bytes of the name of a technique or a house
)

// checkStep reports what of a step a puzzle of a geometry cannot have.
func checkStep(g *sudoku.Geometry, s *sudoku.Step) error {
	for _, candidates := range [][]sudoku.Candidate{s.Place, s.Strike} {
		if len(candidates) > g.Cells()*g.N() {
			return fmt.Errorf("%d candidates", len(candidates))
		}
		for _, c := range candidates {
			if c.Cell < 0 || c.Cell >= g.Cells() || c.Digit < 1 || c.Digit > g.N() {
				return fmt.Errorf("no candidate of %s: digit %d in cell %d", g, c.Digit, c.Cell)
			}
		}
	}
	for _, cell := range s.Cells {
		if cell < 0 || cell >= g.Cells() {
			return fmt.Errorf("no cell of %s: %d", g, cell)
		}
	}
	switch long := func(name string) bool { return len(name) > maxStepNames }; {
	case math.IsNaN(s.Rating) || math.IsInf(s.Rating, 0):
		return fmt.Errorf("rating %v", s.Rating)
	case len(s.Text) > maxStepText:
		return fmt.Errorf("a text of %d bytes", len(s.Text))
	case len(s.Cells) > g.Cells()*g.N() || len(s.Why) > len(g.Houses())*g.N():
		return fmt.Errorf("a pattern of %d cells and %d houses", len(s.Cells), len(s.Why))
	case long(s.Technique) || slices.ContainsFunc(s.Why, long):
		return errors.New("a name is too long")
	}
	return nil
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
