package sudoku

// Puzzle is a geometry with givens, and possibly soft clues. A puzzle is not changed once it is made.
type Puzzle struct {
	Geometry *Geometry
	Givens   Grid       // one value a cell, 0 if nothing is given
	Soft     []SoftClue // by increasing cell, never on a given cell; nil for an ordinary puzzle
	Name     string     // where it came from ("file:7"), or what it is called
	Comment  string     // what followed the puzzle on its line, without leading blanks
}

// SoftClue says what is known of a cell that is not given: the digits that may stand there and, where Prob is not
// nil, how probable each is (stochastic Sudoku of Gunther & Moon 2012, section II; sukaku when there is no Prob).
type SoftClue struct {
	Cell    int
	Allowed Digits    // never empty
	Prob    []float64 // nil, or N probabilities, Prob[d-1] for digit d, zero outside Allowed, summing to 1
}

// Clues returns the number of givens.
func (p *Puzzle) Clues() int { return p.Givens.Filled() }

// Allowed returns the digits that p itself allows in a cell: its given alone, its soft clue, or all N. Digits
// that peers exclude are not removed; see Candidates.
func (p *Puzzle) Allowed(cell int) Digits {
	if v := p.Givens[cell]; v != 0 {
		return DigitSet(int(v))
	}
	for _, s := range p.Soft {
		if s.Cell == cell {
			return s.Allowed
		}
	}
	return AllDigits(p.Geometry.N())
}

// Candidates returns for each cell the digits allowed there that no given peer holds; a given cell has its
// own digit alone, even where that clashes with another given.
func (p *Puzzle) Candidates() []Digits {
	g := p.Geometry
	held := make([]Digits, len(g.houses))
	for i, v := range p.Givens {
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
	for _, s := range p.Soft {
		c[s.Cell] = s.Allowed
	}
	for i, v := range p.Givens {
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
