package sudoku

import (
	"context"
	"errors"
	"fmt"
)

// An Explainer solves a puzzle as a person would, step by step.
type Explainer interface {
	// Explain calls emit with each step in order until emit returns false, the puzzle is solved or no technique
	// helps. A nil error means solved or stopped by emit, ErrGaveUp that the techniques do not suffice.
	Explain(ctx context.Context, p *Puzzle, emit func(Step) bool) error
}

// A StepLister is an Explainer that can also list all steps that are possible at one point of a puzzle.
type StepLister interface {
	// ListSteps calls emit with the steps that its techniques find in a state, the easiest first, until emit
	// returns false or there are no more. Each is a step from s: none of them is applied. Techniques that take
	// long may be left out if others have found something. A nil error means that there are no more or that emit
	// stopped, ErrGaveUp that no technique helps.
	ListSteps(ctx context.Context, s *State, emit func(Step) bool) error
}

// State is a half-solved puzzle: the entries of a person and the candidates that are left, right or wrong.
type State struct {
	Puzzle     *Puzzle
	Values     Grid     // the givens, and what has been entered
	Candidates []Digits // of each cell, what has not been ruled out; nil for all that the values leave
}

// Check returns an error if the form of a state is wrong. It does not judge the values.
func (s *State) Check() error {
	g := s.Puzzle.geometry
	if len(s.Values) != g.Cells() {
		return fmt.Errorf("%d values for %d cells", len(s.Values), g.Cells())
	}
	if s.Candidates != nil && len(s.Candidates) != g.Cells() {
		return fmt.Errorf("candidates of %d cells for %d cells", len(s.Candidates), g.Cells())
	}
	for c, v := range s.Values {
		if int(v) > g.N() {
			return fmt.Errorf("value %d in %s", v, g.CellName(c))
		}
		if given := s.Puzzle.givens[c]; given != 0 && given != v {
			return fmt.Errorf("value %d in %s, where %d is given", v, g.CellName(c), given)
		}
	}
	for c, digits := range s.Candidates {
		if digits&^AllDigits(g.N()) != 0 {
			return fmt.Errorf("candidates of %s beyond %d", g.CellName(c), g.N())
		}
	}
	return nil
}

// Candidate is a digit that a cell may hold. Cells count from 0, digits from 1.
type Candidate struct {
	Cell, Digit int
}

// Step is one application of a technique: the values it places and the candidates it strikes.
type Step struct {
	Technique string  // snake_case: "naked_pair"
	Rating    float64 // difficulty of this step on the Sudoku Explainer scale, 0 if it has none
	// Order says where the technique stands among all of the explainer, harder ones higher. An explainer sets it if its
	// steps do not follow Sudoku Explainer's order of techniques: then their ratings do not rate the puzzle.
	Order  float64
	Place  []Candidate // values found
	Strike []Candidate // candidates removed
	Cells  []int       // the pattern: cells that the step argues with
	Why    []string    // houses that the step argues with, by name: "r1", "c7", "b3"
	Links  []Link      // what follows from what, in the order of the argument
	Sets   [][]int     // cells that hold as many digits as they are, or one more, and are argued with as one
	// Constraints are those that the step argues from, by their numbers in Puzzle.Constraints.
	Constraints []int
	Text        string // one plain English sentence
}

// Check returns an error if a step names cells, digits or constraints that a puzzle does not have.
func (s *Step) Check(p *Puzzle) error {
	g := p.geometry
	for _, list := range [2][]Candidate{s.Place, s.Strike} {
		for _, c := range list {
			if err := c.Check(g); err != nil {
				return err
			}
		}
	}
	for _, l := range s.Links {
		if err := l.Check(g); err != nil {
			return err
		}
	}
	for _, set := range s.Sets {
		if err := checkCells(g, set); err != nil {
			return err
		}
	}
	for _, c := range s.Constraints {
		if n := len(p.Constraints()); c < 0 || c >= n {
			return fmt.Errorf("constraint %d of %d", c, n)
		}
	}
	return checkCells(g, s.Cells)
}

// checkCells returns an error for a cell outside of the board.
func checkCells(g *Geometry, cells []int) error {
	for _, c := range cells {
		if c < 0 || c >= g.Cells() {
			return fmt.Errorf("no cell of %s: %d", g, c)
		}
	}
	return nil
}

// Link is an inference. Its ends are candidates, or groups of which it matters whether any is true.
type Link struct {
	Kind     LinkKind
	From, To []Candidate
}

// LinkKind says which inference leads from one end of a link to the other.
type LinkKind uint8

// The kinds of links.
const (
	WeakLink   LinkKind = iota + 1 // if From is true, To is not: at most one is
	StrongLink                     // if From is not true, To is: at least one is
	LostLink                       // if From is not true, To is not either, as a technique within the chain shows
)

var linkKinds = [...]string{WeakLink: "weak", StrongLink: "strong", LostLink: "lost"}

// String returns "weak", "strong" or "lost".
func (k LinkKind) String() string {
	if k >= WeakLink && k <= LostLink {
		return linkKinds[k]
	}
	return fmt.Sprintf("LinkKind(%d)", uint8(k))
}

// Check returns an error if a puzzle of a geometry cannot have the link.
func (l Link) Check(g *Geometry) error {
	if l.Kind < WeakLink || l.Kind > LostLink {
		return fmt.Errorf("a link of kind %d", l.Kind)
	}
	for _, end := range [2][]Candidate{l.From, l.To} {
		if len(end) == 0 {
			return errors.New("a link with an end that is empty")
		}
		for _, c := range end {
			if err := c.Check(g); err != nil {
				return err
			}
		}
	}
	return nil
}

// Check returns an error if a geometry has no such cell or digit.
func (c Candidate) Check(g *Geometry) error {
	if c.Cell < 0 || c.Cell >= g.Cells() || c.Digit < 1 || c.Digit > g.N() {
		return fmt.Errorf("no candidate of %s: digit %d in cell %d", g, c.Digit, c.Cell)
	}
	return nil
}
