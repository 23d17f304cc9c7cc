package plugintest

import (
	"context"
	"errors"
	"fmt"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

var explainChecks = []Check{
	{"explain/sound", "No step places a wrong value or strikes a right one.", explainSound},
	{"explain/solution", "An explanation that ends well has placed every value.", explainSolution},
	{"explain/texts", "Every step names its technique in snake_case and says one sentence.", explainTexts},
	{"explain/stop", "An explanation ends when emit returns false.", explainStop},
}

// explained is a puzzle with its solution and the steps that came.
type explained struct {
	puzzle   *sudoku.Puzzle
	solution sudoku.Grid
	steps    []sudoku.Step
	err      error
}

// explain explains the small puzzles with one solution.
func (p *probe) explain() ([]explained, error) {
	if p.subject.Explain == nil {
		return nil, skip("it does not explain")
	}
	var all []explained
	for _, q := range p.gradable() {
		e := explained{puzzle: q}
		backtrack(q, 1, func(g sudoku.Grid) { e.solution = g.Clone() })
		ctx, cancel := context.WithTimeout(p.ctx, 8*p.timeout)
		e.err = p.subject.Explain(ctx, q, func(s sudoku.Step) bool {
			e.steps = append(e.steps, s)
			return len(e.steps) < 100*q.Geometry.Cells()
		})
		cancel()
		if e.err != nil && !excused(e.err) {
			return nil, fault(q.String(), e.err.Error(), fixStepsEnding)
		}
		all = append(all, e)
	}
	return all, nil
}

func explainSound(p *probe) error {
	all, err := p.explain()
	if err != nil {
		return err
	}
	for _, e := range all {
		for _, s := range e.steps {
			if err := e.sound(s); err != nil {
				return fault(e.puzzle.String(), fmt.Sprintf("%s: %s", s.Technique, s.Text), err.Error())
			}
		}
	}
	return nil
}

// sound checks a step against the one solution.
func (e *explained) sound(s sudoku.Step) error {
	g := e.puzzle.Geometry
	for _, list := range [][]sudoku.Candidate{s.Place, s.Strike} {
		for _, c := range list {
			if c.Cell < 0 || c.Cell >= g.Cells() || c.Digit < 1 || c.Digit > g.N() {
				return fmt.Errorf("there is no candidate %+v", c)
			}
		}
	}
	for _, c := range s.Place {
		if int(e.solution[c.Cell]) != c.Digit {
			return fmt.Errorf("%s is %d, not %d", g.CellName(c.Cell), e.solution[c.Cell], c.Digit)
		}
	}
	for _, c := range s.Strike {
		if int(e.solution[c.Cell]) == c.Digit {
			return fmt.Errorf("%s is %d, which must not be struck", g.CellName(c.Cell), c.Digit)
		}
	}
	return nil
}

func explainSolution(p *probe) error {
	all, err := p.explain()
	if err != nil {
		return err
	}
	for _, e := range all {
		grid := e.puzzle.Givens.Clone()
		for _, s := range e.steps {
			for _, c := range s.Place {
				if c.Cell >= 0 && c.Cell < len(grid) {
					grid[c.Cell] = uint8(c.Digit)
				}
			}
		}
		if empty := len(grid) - grid.Filled(); e.err == nil && empty > 0 {
			return fault(e.puzzle.String(),
				fmt.Sprintf("%d steps and no error, %d cells are empty", len(e.steps), empty),
				fixNotEnough)
		}
	}
	return nil
}

func explainTexts(p *probe) error {
	all, err := p.explain()
	if err != nil {
		return err
	}
	for _, e := range all {
		for _, s := range e.steps {
			if !snakePattern.MatchString(s.Technique) || s.Text == "" || len(s.Place)+len(s.Strike) == 0 {
				return fault(e.puzzle.String(), fmt.Sprintf("%+v", s),
					"let each step do something, name it in snake_case and say it in a sentence")
			}
		}
	}
	return nil
}

func explainStop(p *probe) error {
	if p.subject.Explain == nil {
		return skip("it does not explain")
	}
	for _, q := range p.gradable() {
		after := 0
		err := p.subject.Explain(p.ctx, q, func(sudoku.Step) bool { after++; return false })
		if after > 1 || err != nil && !errors.Is(err, sudoku.ErrGaveUp) && !errors.Is(err, sudoku.ErrUnsupported) {
			return fault(q.String(), fmt.Sprintf("%d steps after emit returned false, error %v", after-1, err),
				fixStop)
		}
		if after == 1 {
			return nil
		}
	}
	return nil
}
