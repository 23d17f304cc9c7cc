package record

import (
	"github.com/sudokuctl/sudokuctl/core/sketch"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// Board is a puzzle as a page draws it: its geometry is a list of houses.
type Board struct {
	Notation string        `json:"notation"`
	Geometry string        `json:"geometry"`
	N        int           `json:"n"`
	Rows     int           `json:"rows"`
	Cols     int           `json:"cols"`
	Layers   int           `json:"layers"`
	Symbols  []string      `json:"symbols"`
	Houses   []House       `json:"houses"`
	Givens   []int         `json:"givens"`
	Soft     map[int][]int `json:"soft,omitempty"`
	Beyond   *Beyond       `json:"beyond,omitempty"` // constraints beyond houses
}

// House is a set of cells, counted from 0, that hold no digit twice.
type House struct {
	Name  string `json:"name"`
	Kind  string `json:"kind"` // "row", "box", …; "" if there is no word for it
	Cells []int  `json:"cells"`
}

// NewBoard returns the board of a puzzle with its symbols, houses and drawings, all that a page needs to draw it.
func NewBoard(p *sudoku.Puzzle) *Board {
	g := p.Geometry()
	b := &Board{Notation: p.String(), Geometry: g.String(), N: g.N(), Rows: g.Rows(), Cols: g.Cols(),
		Layers: g.Layers(), Soft: map[int][]int{},
		Beyond: newBeyond(p)}
	for digit := 1; digit <= g.N(); digit++ {
		b.Symbols = append(b.Symbols, g.Alphabet().Symbol(digit))
	}
	for _, h := range g.Houses() {
		b.Houses = append(b.Houses, House{h.Name(), houseWords[h.Kind], h.Cells})
	}
	for _, given := range p.Givens() {
		b.Givens = append(b.Givens, int(given))
	}
	for _, soft := range p.Soft() {
		for digit := 1; digit <= g.N(); digit++ {
			if soft.Allowed.Has(digit) {
				b.Soft[soft.Cell] = append(b.Soft[soft.Cell], digit)
			}
		}
	}
	return b
}

// Beyond is what a page needs of the constraints of a puzzle. Sets of digits are numbers: digit d is the bit of
// 2^(d-1).
type Beyond struct {
	Constraints []string       `json:"constraints"` // a sentence for each
	Rules       []string       `json:"rules"`       // what the drawings mean, and sentences of what is not drawn
	Shapes      []sketch.Shape `json:"shapes"`
	// cells by which clues outside widen the picture: top, right, bottom, left
	Outside   [4]int      `json:"outside"`
	Labelled  []int       `json:"labelled"` // cells with a text in a corner
	Clauses   []Clause    `json:"clauses"`
	Relations [][]uint64  `json:"relations"` // by digit from 1 the digits that go with it
	Automata  []Automaton `json:"automata"`
}

// Clause is one thing that a solution obeys. What its fields mean is documented in core/sudoku/clause.
type Clause struct {
	Kind       string     `json:"kind"`
	Constraint int        `json:"constraint"` // number of the sentence
	Cells      []int      `json:"cells,omitempty"`
	Digits     []uint64   `json:"digits,omitempty"`
	Weights    []int      `json:"weights,omitempty"`
	Total      [][2]int   `json:"total,omitempty"`
	Table      int        `json:"table,omitempty"` // of pair: number of its relation, of word: of its automaton
	Either     [][]Clause `json:"either,omitempty"`
}

// Automaton is a table of the next state by state and digit from 1, -1 for none, and the states that accept.
type Automaton struct {
	Next    [][]int `json:"next"`
	Accepts []bool  `json:"accepts"`
}

// newBeyond returns the record of the constraints of a puzzle, nil for none.
func newBeyond(p *sudoku.Puzzle) *Beyond {
	if len(p.Constraints()) == 0 {
		return nil
	}
	s := sketch.Of(p)
	b := &Beyond{Constraints: s.Sentences, Rules: append(s.Rules, s.Notes...),
		Shapes:  append([]sketch.Shape{}, s.Shapes...),
		Outside: [4]int{s.Top, s.Right, s.Bottom, s.Left}, Labelled: s.Labelled}
	t := &tables{Beyond: b, numbers: map[string]int{}}
	b.Clauses = t.clauses(p.Clauses())
	return b
}

// tables lists relations and automata, equal ones once.
type tables struct {
	*Beyond
	numbers map[string]int // by what is in a table
}

func (t *tables) clauses(from []clause.Clause) (all []Clause) {
	for _, c := range from {
		r := Clause{Kind: c.Kind.String(), Constraint: c.Constraint, Cells: c.Cells, Weights: c.Weights}
		for _, d := range c.Digits {
			r.Digits = append(r.Digits, uint64(d))
		}
		for _, total := range c.Total {
			r.Total = append(r.Total, [2]int{total.Low, total.High})
		}
		switch c.Kind {
		case clause.Pair:
			r.Table = t.relation(c.Relation)
		case clause.Word:
			r.Table = t.automaton(c.Automaton)
		case clause.Any:
			for _, list := range c.Either {
				r.Either = append(r.Either, t.clauses(list))
			}
		}
		all = append(all, r)
	}
	return all
}

func (t *tables) relation(r *clause.Relation) int {
	key := r.Key()
	n, known := t.numbers[key]
	if known {
		return n
	}
	var rows []uint64
	for _, digits := range r.There {
		rows = append(rows, uint64(digits))
	}
	t.Relations = append(t.Relations, rows)
	t.numbers[key] = len(t.Relations) - 1
	return len(t.Relations) - 1
}

func (t *tables) automaton(a *clause.Automaton) int {
	n, known := t.numbers[a.Text()]
	if known {
		return n
	}
	var r Automaton
	for state := range int32(a.States()) {
		var next []int
		for digit := 1; digit <= a.N(); digit++ {
			next = append(next, int(a.Next(state, digit)))
		}
		r.Next, r.Accepts = append(r.Next, next), append(r.Accepts, a.Accepts(state))
	}
	t.Automata = append(t.Automata, r)
	t.numbers[a.Text()] = len(t.Automata) - 1
	return len(t.Automata) - 1
}
