package constraint

import (
	"fmt"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// Limits of what one puzzle may have.
const (
	MaxConstraints = 4096
	MaxClauses     = 65536
	MaxStates      = 65536     // of all automata
	MaxText        = 256 << 10 // bytes
	MaxDepth       = 4         // of groups within groups
)

// Constraint is one constraint as a person knows it.
type Constraint struct {
	Name   string
	Value  string       // "" for none
	Lists  [][]int      // cells, in the order in which they are named
	Either []Constraint // of "or" and "and"
}

// Board is what constraints need to know of a geometry.
type Board struct {
	N, Rows, Cols int
	Houses        [][]int
	Regions       []int // by cell: the number of its box or region from 0, -1 for none
	Least         int   // what the first digit is worth in a sum
	Symbol        func(digit int) string
	Digit         func(symbol string) (int, bool)
}

// Compile returns the clauses of constraints, or an error that names the constraint at fault. The constraints are in normal
// form, as Parse and Normalize return them.
func Compile(b *Board, constraints []Constraint) ([]clause.Clause, error) {
	m := &maker{board: b, tables: map[string]*clause.Automaton{}}
	for i := range constraints {
		m.index = i
		if err := m.compile(&constraints[i]); err != nil {
			return nil, fmt.Errorf("%s: %w", Append(nil, b, constraints[i]), err)
		}
	}
	return m.clauses, nil
}

// Sentence says in words what a constraint asks for: "Digits increase along the thermometer from r1c2."
func (c *Constraint) Sentence(b *Board) string {
	switch c.Name {
	case "or", "and":
		var parts []string
		for i := range c.Either {
			parts = append(parts, strings.TrimSuffix(c.Either[i].Sentence(b), "."))
		}
		return strings.Join(parts, "; "+c.Name+" ") + "."
	}
	var cells []string
	for _, list := range c.Lists {
		cells = append(cells, string(appendCells(nil, b, list)))
	}
	return strings.NewReplacer("{value}", strings.ReplaceAll(c.Value, ".", " or "), "{cells}", strings.Join(cells, " and "),
		"{first}", cells[0]).Replace(table[c.Name].sentence)
}
