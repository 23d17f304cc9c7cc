package sudoku

import (
	"fmt"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
)

// ConstraintText replaces the constraints of a puzzle by others in short notation, each behind "~".
func ConstraintText(text string) Option {
	return func(p *Puzzle) error {
		p.beyond = nil
		if text == "" {
			return nil
		}
		b, err := p.geometry.Board()
		if err != nil {
			return err
		}
		set, err := constraint.Parse(b, text)
		if err != nil {
			return err
		}
		return p.constrain(set)
	}
}

// ConstraintTexts returns the constraints of p in short notation, one text each, without "~" in front.
func (p *Puzzle) ConstraintTexts() []string {
	if p.beyond == nil {
		return nil
	}
	b, err := p.geometry.Board()
	if err != nil {
		panic(err) // it was there when the constraints were made
	}
	texts := make([]string, len(p.beyond.constraints))
	for i, c := range p.beyond.constraints {
		texts[i] = string(constraint.Append(nil, b, c)[1:])
	}
	return texts
}

// Received gives a puzzle constraints with their clauses, without compiling the texts. A plugin gets both from its
// host, which may know constraints that the plugin does not.
func Received(texts []string, clauses []clause.Clause) Option {
	return func(p *Puzzle) error {
		p.beyond = nil
		if len(texts) == 0 && len(clauses) == 0 {
			return nil
		}
		b, err := p.geometry.Board()
		if err != nil {
			return err
		}
		bounds := clause.Bounds{N: p.geometry.n, Cells: p.geometry.cells, Constraints: len(texts),
			Clauses: constraint.MaxClauses, States: constraint.MaxStates, Depth: constraint.MaxDepth}
		if err := bounds.Check(clauses); err != nil {
			return err
		}
		if len(texts) > constraint.MaxConstraints {
			return fmt.Errorf("%d constraints; %d are allowed", len(texts), constraint.MaxConstraints)
		}
		constraints := make([]constraint.Constraint, len(texts))
		for i, text := range texts {
			constraints[i] = constraint.Read(b, text)
		}
		p.beyond = newBeyond(constraints, clauses)
		return nil
	}
}

// Marks returns the restrictions of single cells that are not given, from soft clues and constraints (clause.In), as
// soft clues. It is false if they leave a cell no digit.
func (p *Puzzle) Marks() (marks []SoftClue, ok bool) {
	if !p.Kinds().Has(clause.In) {
		return p.soft, true
	}
	allowed := map[int]Digits{}
	for i := range p.beyond.clauses {
		if c := &p.beyond.clauses[i]; c.Kind == clause.In {
			allowed[c.Cells[0]] = p.Allowed(c.Cells[0]) & c.Digits[0]
		}
	}
	soft := p.soft
	for cell, given := range p.givens {
		var mark SoftClue
		if len(soft) > 0 && soft[0].Cell == cell {
			mark, soft = soft[0], soft[1:]
		}
		if digits, said := allowed[cell]; said {
			if digits == 0 {
				return nil, false
			}
			mark = mark.within(cell, digits)
		}
		if mark.Allowed != 0 && given == 0 {
			marks = append(marks, mark)
		}
	}
	return marks, true
}

// within narrows a soft clue to some digits, and scales their probabilities.
func (s SoftClue) within(cell int, digits Digits) SoftClue {
	within := SoftClue{Cell: cell, Allowed: digits}
	if s.Prob == nil {
		return within
	}
	sum := 0.0
	for d := range digits.All {
		sum += s.Prob[d-1]
	}
	within.Prob = make([]float64, len(s.Prob))
	for d := range digits.All {
		within.Prob[d-1] = s.Prob[d-1] / sum
	}
	return within
}
