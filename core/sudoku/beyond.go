package sudoku

import (
	"errors"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
)

// beyond is what a puzzle has beyond houses: constraints as people know them, and the clauses that they come down to.
type beyond struct {
	constraints []constraint.Constraint
	clauses     []clause.Clause
	kinds       clause.Kinds
}

// Constraints replaces the constraints of a puzzle beyond its houses. Constraints of the head, such as "anti-knight",
// change the geometry instead.
func Constraints(constraints ...constraint.Constraint) Option {
	return func(p *Puzzle) error {
		if len(constraints) == 0 {
			return ConstraintText("")(p)
		}
		b, err := p.geometry.Board()
		if err != nil {
			return err
		}
		return ConstraintText(string(constraint.Append(nil, b, constraints...)))(p)
	}
}

// constrain gives p constraints.
func (p *Puzzle) constrain(set constraint.Set) (err error) {
	if p.geometry, err = p.geometry.flagged(set.Flags); err != nil || set.Constraints == nil {
		return err
	}
	p.beyond = newBeyond(set.Constraints, set.Clauses)
	return nil
}

// newBeyond returns the constraints of a puzzle with the kinds of their clauses.
func newBeyond(constraints []constraint.Constraint, clauses []clause.Clause) *beyond {
	b := &beyond{constraints: constraints, clauses: clauses}
	for i := range clauses {
		b.kinds = b.kinds.With(clauses[i].Kind)
	}
	return b
}

// ClauseKey returns a text that is equal for puzzles whose constraints mean the same, as x:r1c12 and cage=10:r1c12 do:
// their clauses in normal form and order, less what follows from the houses; "" for none.
func (p *Puzzle) ClauseKey() string {
	if p.beyond == nil {
		return ""
	}
	return p.geometry.ClauseKey(p.beyond.clauses)
}

// ClauseKey returns the text of clauses that a puzzle of the geometry has or could have; see Puzzle.ClauseKey.
func (g *Geometry) ClauseKey(clauses []clause.Clause) string {
	var key []byte
	for _, c := range g.NormalClauses(clauses) {
		key = append(c.AppendText(key), '\n')
	}
	return string(key)
}

// NormalClauses returns clauses in normal form and order, less what follows from the houses.
func (g *Geometry) NormalClauses(clauses []clause.Clause) []clause.Clause {
	return clause.Normal(g.n, g.differ, clauses)
}

// differ reports whether two cells share a house.
func (g *Geometry) differ(a, b int) bool {
	_, found := slices.BinarySearch(g.peers[a], b)
	return found
}

// flagged returns the geometry with flags in its head beside those that it has.
func (g *Geometry) flagged(flags string) (*Geometry, error) {
	head, cells, _ := strings.Cut(g.text, ":")
	head, alphabet, named := strings.Cut(head, "@")
	for _, flag := range flags {
		if !slices.Contains(strings.Split(head, "+")[1:], string(flag)) {
			head += "+" + string(flag)
		}
	}
	if named {
		head += "@" + alphabet
	}
	if cells != "" {
		head += ":" + cells
	}
	if head == g.text {
		return g, nil
	}
	return ParseGeometry(head)
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

// Kinds returns the kinds of the clauses of p. A plugin gets p only if it declares all of them.
func (p *Puzzle) Kinds() clause.Kinds {
	if p.beyond == nil {
		return 0
	}
	return p.beyond.kinds
}

// Board returns what constraints need to know of a geometry, or why there can be none.
func (g *Geometry) Board() (*constraint.Board, error) {
	if g.layers > 1 || g.rows != g.cols || g.rows*g.cols != g.cells {
		return nil, errors.New("constraints beyond houses need a square board")
	}
	if strings.Contains(g.alphabet.Symbols(), "~") {
		return nil, errors.New(`"~" begins a constraint and cannot be a digit beside constraints`)
	}
	b := &constraint.Board{N: g.n, Rows: g.rows, Cols: g.cols, Regions: g.Regions(), Symbol: g.alphabet.Symbol}
	b.Least, b.Letters = g.alphabet.Worth()
	b.Digit = func(symbol string) (int, bool) {
		d, ok := g.alphabet.Value(symbol)
		return int(d), ok && d > 0
	}
	return b, nil
}
