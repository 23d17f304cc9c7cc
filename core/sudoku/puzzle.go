package sudoku

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
)

// Puzzle is a geometry with givens, and possibly soft clues and constraints beyond houses. NewPuzzle and ParsePuzzle
// make it whole; its content does not change after that, so that it is safe for concurrent use. Name and Comment are
// labels without meaning for solvers.
type Puzzle struct {
	geometry *Geometry
	givens   Grid
	soft     []SoftClue // nil for none
	beyond   *beyond    // nil for nothing

	Name    string // where it came from ("file:7"), or what it is called
	Comment string // what followed the puzzle on its line, without leading blanks
}

// Geometry returns the shape of the board: its size, houses and alphabet. It is never changed, so workers may share
// it.
func (p *Puzzle) Geometry() *Geometry { return p.geometry }

// Givens returns one value a cell, 0 if nothing is given. The grid must not be changed.
func (p *Puzzle) Givens() Grid { return p.givens }

// Soft returns the soft clues by increasing cell, none on a given cell; nil for none. They must not be changed.
func (p *Puzzle) Soft() []SoftClue { return p.soft }

// An Option is what a puzzle has beyond its geometry and its givens.
type Option func(*Puzzle) error

// NewPuzzle makes a puzzle of a geometry with givens, one value a cell, which must not be changed from then on; nil
// gives nothing. Givens that clash are not an error here; see CheckGivens.
func NewPuzzle(g *Geometry, givens Grid, options ...Option) (*Puzzle, error) {
	p := new(Puzzle)
	if err := p.set(g, givens); err != nil {
		return nil, fmt.Errorf("making a puzzle of geometry %q: %w", g, err)
	}
	if len(options) == 0 {
		return p, nil
	}
	return p.With(options...)
}

// MustPuzzle is NewPuzzle for givens known to fit the geometry; it panics otherwise.
func MustPuzzle(g *Geometry, givens Grid, options ...Option) *Puzzle {
	p, err := NewPuzzle(g, givens, options...)
	if err != nil {
		panic(err)
	}
	return p
}

// Soft replaces the soft clues of a puzzle. They come by increasing cell, none on a given cell.
func Soft(clues ...SoftClue) Option {
	return func(p *Puzzle) error {
		p.soft = nil
		for i, c := range clues {
			if c.Cell < 0 || c.Cell >= p.geometry.cells || p.givens[c.Cell] != 0 || i > 0 && clues[i-1].Cell >= c.Cell {
				return fmt.Errorf("soft clue %d: cell %d does not exist, is given or out of order", i, c.Cell)
			}
			if err := c.Check(p.geometry.n); err != nil {
				return fmt.Errorf("soft clue in %s: %w", p.geometry.CellName(c.Cell), err)
			}
		}
		if len(clues) > 0 {
			p.soft = clues
		}
		return nil
	}
}

// With returns p with options, and all else as it is.
func (p *Puzzle) With(options ...Option) (*Puzzle, error) {
	q := *p
	for _, option := range options {
		if err := option(&q); err != nil {
			return nil, fmt.Errorf("making a puzzle of geometry %q: %w", p.geometry, err)
		}
	}
	return &q, nil
}

// WithGivens returns p with other givens, and all else as it is; a given replaces the soft clue of its cell. It panics
// if the givens do not fit the geometry.
func (p *Puzzle) WithGivens(givens Grid) *Puzzle {
	q := *p
	if err := q.set(p.geometry, givens); err != nil {
		panic(fmt.Errorf("changing the givens of a puzzle of geometry %q: %w", p.geometry, err))
	}
	if slices.ContainsFunc(q.soft, q.isGiven) {
		q.soft = slices.DeleteFunc(slices.Clone(q.soft), q.isGiven)
		if len(q.soft) == 0 {
			q.soft = nil
		}
	}
	return &q
}

// isGiven reports whether the cell of a soft clue has a given, which counts more.
func (p *Puzzle) isGiven(c SoftClue) bool { return p.givens[c.Cell] != 0 }

// set gives p its geometry and its givens.
func (p *Puzzle) set(g *Geometry, givens Grid) error {
	switch {
	case givens == nil:
		givens = make(Grid, g.cells)
	case len(givens) != g.cells:
		return fmt.Errorf("%d givens for %d cells", len(givens), g.cells)
	case !givens.Within(g.n):
		return fmt.Errorf("value %d among givens of %d digits", slices.Max(givens), g.n)
	}
	p.geometry, p.givens = g, givens
	return nil
}

// Slot is a reusable Puzzle buffer for hot loops.
type Slot struct{ puzzle Puzzle }

// Fill makes a puzzle in the slot, in place of the one before, as MustPuzzle does. The soft clues are those that
// another puzzle has, or that SoftClue.Check finds nothing wrong with.
func (s *Slot) Fill(g *Geometry, givens Grid, soft []SoftClue) *Puzzle {
	if err := s.puzzle.set(g, givens); err != nil {
		panic(fmt.Errorf("making a puzzle of geometry %q: %w", g, err))
	}
	s.puzzle.soft, s.puzzle.beyond = soft, nil
	return &s.puzzle
}

// Plain reports whether p has nothing beyond its geometry and its givens.
func (p *Puzzle) Plain() bool { return p.soft == nil && p.beyond == nil }

// IsClassic reports whether p is a plain puzzle of 9×9 cells with boxes of 3×3 and no further houses.
func (p *Puzzle) IsClassic() bool { return p.geometry.classic && p.Plain() }

// SoftClue says what is known of a cell that is not given: the digits that may stand there and, where Prob is not
// nil, how probable each is (stochastic Sudoku of Gunther & Moon 2012, section II; sukaku when there is no Prob).
type SoftClue struct {
	Cell    int
	Allowed Digits    // never empty
	Prob    []float64 // nil, or N probabilities, Prob[d-1] for digit d, zero outside Allowed, summing to 1
}

// Clues returns how many cells are given. Soft clues and constraints do not count.
func (p *Puzzle) Clues() int { return p.givens.Filled() }

// Allowed returns the digits that p itself allows in a cell: its given alone, its soft clue, or all N; and
// what its constraints say of that cell alone. Digits that peers exclude are not removed; see Candidates.
func (p *Puzzle) Allowed(cell int) Digits {
	if v := p.givens[cell]; v != 0 {
		return DigitSet(int(v))
	}
	allowed := AllDigits(p.geometry.n)
	for _, s := range p.soft {
		if s.Cell == cell {
			allowed = s.Allowed
		}
	}
	for i := range p.Clauses() {
		if c := &p.beyond.clauses[i]; c.Kind == clause.In && c.Cells[0] == cell {
			allowed &= c.Digits[0]
		}
	}
	return allowed
}

// Candidates returns for each cell the digits allowed there that no given peer holds; a given cell has its
// own digit alone, even where that clashes with another given.
func (p *Puzzle) Candidates() []Digits {
	g := p.geometry
	held := make([]Digits, len(g.houses))
	for i, v := range p.givens {
		if v == 0 {
			continue
		}
		for _, h := range g.housesOf[i] {
			held[h] = held[h].With(int(v))
		}
	}
	c := make([]Digits, g.Cells())
	for i := range c {
		c[i] = AllDigits(g.N())
	}
	for _, s := range p.soft {
		c[s.Cell] = s.Allowed
	}
	for i := range p.Clauses() {
		if in := &p.beyond.clauses[i]; in.Kind == clause.In {
			c[in.Cells[0]] &= in.Digits[0]
		}
	}
	for i, v := range p.givens {
		if v != 0 {
			c[i] = DigitSet(int(v))
			continue
		}
		for _, h := range g.housesOf[i] {
			c[i] &^= held[h]
		}
	}
	return c
}

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

// Grid holds one value for each cell of a geometry: 1 … N, or 0 if the cell is empty.
type Grid []uint8

// Filled returns how many cells are not empty.
func (g Grid) Filled() int {
	n := 0
	for _, v := range g {
		if v != 0 {
			n++
		}
	}
	return n
}

// Clone returns a copy of g that shares no memory with it.
func (g Grid) Clone() Grid { return append(Grid(nil), g...) }

// Within reports whether no value is larger than n ≤ MaxSize. It looks at eight values in a word: adding 127-n to a
// byte sets its high bit if it is larger, or the bit was set before.
func (g Grid) Within(n int) bool {
	const ones, high = 0x0101010101010101, 0x8080808080808080
	var seen uint64
	add := uint64(127-n) * ones
	for ; len(g) >= 8; g = g[8:] {
		v := binary.LittleEndian.Uint64(g)
		seen |= v | (v&^high + add)
	}
	for _, v := range g {
		seen |= uint64(v) | (uint64(v&0x7f) + uint64(127-n))
	}
	return seen&high == 0
}

// MaxSize is the largest number of digits a geometry can have.
const MaxSize = 49

// Digits is a set of digits: bit d-1 stands for digit d, 1 ≤ d ≤ MaxSize.
type Digits = clause.Digits

// AllDigits returns the set {1, …, n}: the candidates of a cell of which nothing is known.
func AllDigits(n int) Digits { return Digits(1)<<n - 1 }

// DigitSet returns the set of digits, each from 1 to 64.
func DigitSet(digits ...int) Digits {
	var s Digits
	for _, d := range digits {
		s = s.With(d)
	}
	return s
}
