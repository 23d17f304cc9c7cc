package bridge

import (
	"errors"
	"fmt"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
)

// rule is a clause in a request, with its tables written out.
type rule struct {
	Kind       string   `json:"kind"`       // differ, pair, sum, count, word or any; in within any
	Constraint int      `json:"constraint"` // number in constraints, from 0
	Cells      []int    `json:"cells,omitempty"`
	Digits     [][]int  `json:"digits,omitempty"`   // in, count: of each cell
	Weights    []int    `json:"weights,omitempty"`  // sum, count: of each cell; left out: all 1
	Total      [][2]int `json:"total,omitempty"`    // sum, count: ranges, both ends included
	Relation   [][]int  `json:"relation,omitempty"` // pair: for each digit of the first cell those of the second
	Next       [][]int  `json:"next,omitempty"`     // word: for each state and digit the next state, -1 to reject
	Accepting  []int    `json:"accepting,omitempty"`
	Either     [][]rule `json:"either,omitempty"` // any
}

// rules returns clauses as a request has them.
func rules(clauses []clause.Clause) []rule {
	list := make([]rule, len(clauses))
	for i := range clauses {
		list[i] = newRule(&clauses[i])
	}
	return list
}

func newRule(c *clause.Clause) rule {
	r := rule{Kind: c.Kind.String(), Constraint: c.Constraint, Cells: c.Cells, Digits: lists(c.Digits), Weights: c.Weights}
	for _, total := range c.Total {
		r.Total = append(r.Total, [2]int{total.Low, total.High})
	}
	switch c.Kind {
	case clause.Pair:
		r.Relation = lists(c.Relation.There)
	case clause.Word:
		for state := range int32(c.Automaton.States()) {
			next := make([]int, c.Automaton.N())
			for d := range next {
				next[d] = int(c.Automaton.Next(state, d+1))
			}
			r.Next = append(r.Next, next)
			if c.Automaton.Accepts(state) {
				r.Accepting = append(r.Accepting, int(state))
			}
		}
	}
	for _, alternative := range c.Either {
		r.Either = append(r.Either, rules(alternative))
	}
	return r
}

func lists(sets []clause.Digits) [][]int {
	var all [][]int
	for _, set := range sets {
		all = append(all, append([]int{}, slices.Collect(set.All)...))
	}
	return all
}

// declared are the kinds that a program can declare; clauses of single cells are soft clues.
var declared = (^clause.Kinds(0)).Names()[1:]

// checkConstraints says which constraints or kinds of clauses a program cannot declare.
func (p *Program) checkConstraints() error {
	switch {
	case p.Protocol == protocolLines && len(p.Clauses) > 0:
		return errors.New("clauses are of protocol 1; a program of protocol 0, lines, declares constraints by name")
	case p.Protocol == protocolJSON && len(p.Constraints) > 0:
		return errors.New("constraints are of protocol 0, lines; a program of protocol 1 declares clauses")
	}
	for _, kind := range p.Clauses {
		if !slices.Contains(declared, kind) {
			return fmt.Errorf("clauses: %q is none of %v", kind, declared)
		}
	}
	known := constraint.Names()
	for _, name := range p.Constraints {
		if slices.Contains(known, name) {
			continue
		}
		if near := plain.Nearest(name, known); near != "" {
			return fmt.Errorf("constraints: no constraint %q; did you mean %q?", name, near)
		}
		return fmt.Errorf("constraints: no constraint %q", name)
	}
	return nil
}

// kinds returns the kinds of clauses that puzzles for the program may have.
func (p *Program) kinds() []string {
	if len(p.Constraints) > 0 || p.Mode == Dimacs {
		return declared // what constraints come down to depends on their values
	}
	return p.Clauses
}

// knows reports why a program of lines does not take a puzzle: constraints that it has not declared, or symbols of
// another alphabet in their values.
func (p *Program) knows(q *sudoku.Puzzle) error {
	constraints := q.Constraints()
	if constraints == nil || p.Mode == Dimacs {
		return nil
	}
	if q.Geometry().Shape() != q.Geometry().String() {
		return fmt.Errorf("%w: constraints in digits other than 1 to %d", sudoku.ErrUnsupported, q.Geometry().N())
	}
	return p.knowsAll(constraints)
}

func (p *Program) knowsAll(constraints []constraint.Constraint) error {
	for i := range constraints {
		if !slices.Contains(p.Constraints, constraints[i].Name) {
			return fmt.Errorf("%w: constraint %q", sudoku.ErrUnsupported, constraints[i].Name)
		}
		if err := p.knowsAll(constraints[i].Either); err != nil {
			return err
		}
	}
	return nil
}
