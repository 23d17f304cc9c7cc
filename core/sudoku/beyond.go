package sudoku

import (
	"errors"
	"strconv"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
)

// beyond is what a puzzle has beyond houses: constraints as people know them, and the clauses that they come down to.
type beyond struct {
	constraints []constraint.Constraint
	clauses     []clause.Clause
	kinds       clause.Kinds
}

// Constraints gives a puzzle constraints beyond its houses in place of those that it has.
func Constraints(constraints ...constraint.Constraint) Option {
	return func(p *Puzzle) error {
		p.beyond = nil
		if len(constraints) == 0 {
			return nil
		}
		b, err := p.geometry.Board()
		if err != nil {
			return err
		}
		if constraints, err = constraint.Normalize(b, constraints); err != nil {
			return err
		}
		return p.constrain(b, constraints)
	}
}

// constrain gives p constraints in normal form.
func (p *Puzzle) constrain(b *constraint.Board, constraints []constraint.Constraint) error {
	clauses, err := constraint.Compile(b, constraints)
	if err != nil {
		return err
	}
	p.beyond = &beyond{constraints: constraints, clauses: clauses}
	for i := range clauses {
		p.beyond.kinds = p.beyond.kinds.With(clauses[i].Kind)
	}
	return nil
}

// Constraints returns what p has beyond its houses, in normal form; nil for nothing. They must not be changed.
func (p *Puzzle) Constraints() []constraint.Constraint {
	if p.beyond == nil {
		return nil
	}
	return p.beyond.constraints
}

// Clauses returns what the constraints of p come down to; nil for none. They must not be changed.
func (p *Puzzle) Clauses() []clause.Clause {
	if p.beyond == nil {
		return nil
	}
	return p.beyond.clauses
}

// Kinds returns the kinds of the clauses of p.
func (p *Puzzle) Kinds() clause.Kinds {
	if p.beyond == nil {
		return 0
	}
	return p.beyond.kinds
}

// Board returns what constraints need to know of a geometry, or why there can be none.
func (g *Geometry) Board() (*constraint.Board, error) {
	if g.layers > 1 || g.rows*g.cols != g.cells {
		return nil, errors.New("constraints beyond houses need a square board")
	}
	b := &constraint.Board{N: g.n, Rows: g.rows, Cols: g.cols, Regions: g.Regions(), Symbol: g.alphabet.Symbol, Least: 1}
	for _, h := range g.houses {
		b.Houses = append(b.Houses, h.Cells)
	}
	b.Digit = func(symbol string) (int, bool) {
		d, ok := g.alphabet.number(symbol)
		return int(d), ok && d > 0
	}
	if least, err := strconv.Atoi(g.alphabet.Symbol(1)); err == nil {
		b.Least = least
	}
	return b, nil
}
