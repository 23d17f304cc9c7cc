package plugintest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

var explainChecks = []Check{
	{"explain/sound", "No step places a wrong value or strikes a right one.", explainSound},
	{"explain/solution", "An explanation that ends well has placed every value.", explainSolution},
	{"explain/texts", "Every step names its technique in snake_case and says one sentence, of its own cells.",
		explainTexts},
	{"explain/why", "The houses that a step names hold cells of it.", explainWhy},
	{"explain/technique", "Naked and hidden singles, pairs, triples and quads are what they are called.",
		explainTechnique},
	{"explain/links", "Links join candidates and are true of the solution; sets are sets of cells.", explainLinks},
	{"explain/stop", "An explanation ends when emit returns false.", explainStop},
	{"steps/sound", "The steps listed for a state are sound, and there are some where the explanation goes on.",
		stepsSound},
	{"steps/stop", "A list of steps ends when emit returns false.", stepsStop},
}

// explained is a puzzle with its solution and the steps that came.
type explained struct {
	puzzle   *sudoku.Puzzle
	solution sudoku.Grid
	steps    []sudoku.Step
	err      error
}

// explain explains the small puzzles with one solution.
func (p *probe) explain() []explained {
	if p.subject.Explain == nil {
		skip("it does not explain")
	}
	var all []explained
	for _, q := range p.gradable() {
		e := explained{puzzle: q, solution: solve(q, 1)[0]}
		ctx, cancel := context.WithTimeout(p.ctx, 8*p.timeout)
		e.err = p.subject.Explain(ctx, q, func(s sudoku.Step) bool {
			e.steps = append(e.steps, s)
			return len(e.steps) < 100*q.Geometry().Cells()
		})
		cancel()
		if len(e.steps) > 0 {
			p.subject.Explained++
		}
		if e.err != nil && !excused(e.err) {
			fail(q.String(), e.err.Error(), fixStepsEnding)
		}
		all = append(all, e)
	}
	return all
}

// eachStep visits all steps of the explanations.
func (p *probe) eachStep(visit func(e *explained, s *sudoku.Step)) {
	for _, e := range p.explain() {
		for k := range e.steps {
			visit(&e, &e.steps[k])
		}
	}
}

// right fails if something is wrong with a step.
func (e *explained) right(s *sudoku.Step, wrong error) {
	if wrong != nil {
		fail(e.puzzle.String(), fmt.Sprintf("%s: %s", s.Technique, s.Text), wrong.Error())
	}
}

// explainSound checks that no step contradicts the solution.
func explainSound(p *probe) {
	p.eachStep(func(e *explained, s *sudoku.Step) { e.right(s, e.sound(*s)) })
}

// sound checks a step against the one solution.
func (e *explained) sound(s sudoku.Step) error {
	g := e.puzzle.Geometry()
	if err := s.Check(e.puzzle); err != nil {
		return err
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

// explainSolution checks that the steps of a finished explanation fill the grid.
func explainSolution(p *probe) {
	for _, e := range p.explain() {
		grid := e.puzzle.Givens().Clone()
		for _, s := range e.steps {
			for _, c := range s.Place {
				if c.Cell >= 0 && c.Cell < len(grid) {
					grid[c.Cell] = uint8(c.Digit)
				}
			}
		}
		if empty := len(grid) - grid.Filled(); e.err == nil && empty > 0 {
			fail(e.puzzle.String(), fmt.Sprintf("%d steps and no error, %d cells are empty", len(e.steps), empty),
				"end as gave up when the techniques do not suffice")
		}
	}
}

// explainTexts checks that each step does something and has a name and a sentence.
func explainTexts(p *probe) {
	p.eachStep(func(e *explained, s *sudoku.Step) {
		if !snakePattern().MatchString(s.Technique) || s.Text == "" || len(s.Place)+len(s.Strike) == 0 {
			fail(e.puzzle.String(), fmt.Sprintf("%+v", *s),
				"let each step do something, name it in snake_case and say it in a sentence")
		}
		if named := namedCells(e.puzzle.Geometry(), s.Text); len(named) > 0 {
			mine := cellsOf(s)
			if len(s.Place) == 1 {
				mine = []int{s.Place[0].Cell}
			}
			if !meet(named, mine) {
				e.right(s, fmt.Errorf("let the text name the cells of the step, such as %s", e.puzzle.Geometry().CellName(mine[0])))
			}
		}
	})
}

// meet reports whether two lists have a cell in common.
func meet(a, b []int) bool {
	return slices.ContainsFunc(a, func(cell int) bool { return slices.Contains(b, cell) })
}

// cellWord finds what may be the name of a cell.
var cellWord = pattern(`\b(?:z\d+)?r\d+c\d+\b`)

// namedCells returns the cells that a text names; none if it writes some of them in another way, such as r1c23.
func namedCells(g *sudoku.Geometry, text string) (cells []int) {
	for _, word := range cellWord().FindAllString(text, -1) {
		cell := 0
		for cell < g.Cells() && g.CellName(cell) != word {
			cell++
		}
		if cell == g.Cells() {
			return nil
		}
		cells = append(cells, cell)
	}
	return cells
}

// cellsOf returns the cells of a step: those of its pattern, and those in which it does something.
func cellsOf(s *sudoku.Step) []int {
	cells := slices.Clone(s.Cells)
	for _, c := range slices.Concat(s.Place, s.Strike) {
		cells = append(cells, c.Cell)
	}
	return cells
}

// explainWhy checks that the houses of a step exist.
func explainWhy(p *probe) {
	p.eachStep(func(e *explained, s *sudoku.Step) {
		houses, err := e.houses(s)
		e.right(s, err)
		for _, h := range houses {
			if !meet(h.Cells, cellsOf(s)) {
				e.right(s, fmt.Errorf("name in why houses of the pattern: no cell of the step is in %s", h.Name()))
			}
		}
	})
}

// houses returns those that a step names in Why.
func (e *explained) houses(s *sudoku.Step) (named []sudoku.House, err error) {
	all := e.puzzle.Geometry().Houses()
	for _, name := range s.Why {
		i := slices.IndexFunc(all, func(h sudoku.House) bool { return h.Name() == name })
		if i < 0 {
			return nil, fmt.Errorf("name houses such as %s: there is no %q", all[0].Name(), name)
		}
		named = append(named, all[i])
	}
	return named, nil
}

// explainTechnique checks that steps of well-known names are of that technique.
func explainTechnique(p *probe) {
	p.eachState(func(e *explained, state *sudoku.State, next *sudoku.Step) {
		e.right(next, e.isCalled(state, next))
	})
}

// subsetSizes are how many cells a naked or hidden subset has, by the word behind naked_ or hidden_.
var subsetSizes = map[string]int{"single": 1, "pair": 2, "triple": 3, "triplet": 3, "quad": 4, "quadruplet": 4}

// isCalled checks a step that is called naked_ or hidden_ something against the candidates that the steps before it
// have left. Other names may mean anything.
func (e *explained) isCalled(state *sudoku.State, s *sudoku.Step) error {
	words := strings.SplitN(s.Technique, "_", 3)
	if len(words) < 2 || subsetSizes[words[1]] == 0 || words[0] != "naked" && words[0] != "hidden" {
		return nil
	}
	n, cells := subsetSizes[words[1]], s.Cells
	if n == 1 && len(s.Place) == 1 {
		cells = []int{s.Place[0].Cell}
	}
	if len(cells) != n || n == 1 && len(s.Place) != 1 {
		return fmt.Errorf("a %s has %d cells, not %d", s.Technique, n, len(cells))
	}
	open := func(cell int) sudoku.Digits {
		if state.Values[cell] != 0 {
			return 0
		}
		return state.Candidates[cell]
	}
	if words[0] == "naked" {
		var union sudoku.Digits
		for _, cell := range cells {
			union |= open(cell)
		}
		if union.Len() > n {
			return fmt.Errorf("its cells have %d candidates: that is no %s", union.Len(), s.Technique)
		}
		return nil
	}
	houses, err := e.houses(s)
	if err != nil {
		return err
	}
	if len(houses) == 0 {
		houses = e.puzzle.Geometry().Houses()
	}
	for _, h := range houses {
		inside, outside := sudoku.Digits(0), sudoku.Digits(0)
		for _, cell := range h.Cells {
			if slices.Contains(cells, cell) {
				inside |= open(cell)
			} else {
				outside |= open(cell)
			}
		}
		if hidden := inside &^ outside; hidden.Len() >= n && (n > 1 || hidden.Has(s.Place[0].Digit)) {
			return nil
		}
	}
	return fmt.Errorf("no house has %d digits in these cells alone: that is no %s", n, s.Technique)
}

// explainStop checks that no step comes after emit wanted no more.
func explainStop(p *probe) {
	if p.subject.Explain == nil {
		skip("it does not explain")
	}
	for _, q := range p.gradable() {
		after := 0
		err := p.subject.Explain(p.ctx, q, func(sudoku.Step) bool { after++; return false })
		if after > 1 || err != nil && !errors.Is(err, sudoku.ErrGaveUp) && !errors.Is(err, sudoku.ErrUnsupported) {
			fail(q.String(), fmt.Sprintf("%d steps after emit returned false, error %v", after-1, err), fixStop)
		}
		if after == 1 {
			return
		}
	}
}

// explainLinks checks that each link of a step is true.
func explainLinks(p *probe) {
	links := 0
	p.eachStep(func(e *explained, s *sudoku.Step) {
		e.right(s, s.Check(e.puzzle))
		for _, l := range s.Links {
			if links++; !e.holds(l) {
				fail(e.puzzle.String(), fmt.Sprintf("%s: %s link %v", s.Technique, l.Kind, l),
					"link only what follows: weak, at most one end is true; strong, at least one is; lost, "+
						"without the first the second is not true")
			}
		}
	})
	if links == 0 {
		skip("its steps have no links")
	}
}

// holds reports whether a link is true of the solution.
func (e *explained) holds(l sudoku.Link) bool {
	isTrue := func(c sudoku.Candidate) bool { return int(e.solution[c.Cell]) == c.Digit }
	from, to := slices.ContainsFunc(l.From, isTrue), slices.ContainsFunc(l.To, isTrue)
	switch l.Kind {
	case sudoku.WeakLink:
		return !from || !to
	case sudoku.StrongLink:
		return from || to
	}
	return from || !to
}

// eachState goes through the states that explanations pass through, with the next step.
func (p *probe) eachState(yield func(e *explained, s *sudoku.State, next *sudoku.Step)) {
	for _, e := range p.explain() {
		state := &sudoku.State{Puzzle: e.puzzle, Values: e.puzzle.Givens().Clone(), Candidates: e.puzzle.Candidates()}
		for i := range e.steps {
			yield(&e, state, &e.steps[i])
			e.apply(state, e.steps[i])
		}
	}
}

// eachListed is eachState for a subject that lists steps, with one state in a few.
func (p *probe) eachListed(yield func(e *explained, s *sudoku.State)) {
	if p.subject.ListSteps == nil {
		skip("it does not list steps")
	}
	i := 0
	p.eachState(func(e *explained, s *sudoku.State, _ *sudoku.Step) {
		if i++; i%7 == 1 {
			yield(e, s)
		}
	})
}

// apply does to a state what a sound step says.
func (e *explained) apply(state *sudoku.State, s sudoku.Step) {
	if e.sound(s) != nil {
		return
	}
	for _, c := range s.Strike {
		state.Candidates[c.Cell] = state.Candidates[c.Cell].Without(c.Digit)
	}
	for _, c := range s.Place {
		state.Values[c.Cell] = uint8(c.Digit)
		for _, peer := range e.puzzle.Geometry().Peers(c.Cell) {
			state.Candidates[peer] = state.Candidates[peer].Without(c.Digit)
		}
	}
}

// stepsSound checks that no listed step contradicts the solution.
func stepsSound(p *probe) {
	p.eachListed(func(e *explained, state *sudoku.State) {
		ctx, cancel := context.WithTimeout(p.ctx, 8*p.timeout)
		defer cancel()
		var wrong error
		steps := 0
		err := p.subject.ListSteps(ctx, state, func(s sudoku.Step) bool {
			if steps++; wrong == nil {
				wrong = e.sound(s)
			}
			return wrong == nil && steps < 100*len(state.Values)
		})
		sent := e.puzzle.Geometry().FormatGrid(state.Values)
		switch {
		case wrong != nil:
			fail(sent, wrong.Error(), "list only steps that follow from the state")
		case err != nil && !excused(err):
			fail(sent, err.Error(), fixStepsEnding)
		case steps == 0 && (err == nil || errors.Is(err, sudoku.ErrGaveUp)):
			fail(sent, "no step, where the explanation goes on", "list each step that the explanation may take")
		}
	})
}

// stepsStop checks that no listed step comes after emit wanted no more.
func stepsStop(p *probe) {
	p.eachListed(func(e *explained, state *sudoku.State) {
		after := 0
		err := p.subject.ListSteps(p.ctx, state, func(sudoku.Step) bool { after++; return false })
		if after > 1 || err != nil && !excused(err) {
			fail(e.puzzle.Geometry().FormatGrid(state.Values),
				fmt.Sprintf("%d steps after emit returned false, error %v", after-1, err), fixStop)
		}
	})
}
