package metric

import "github.com/sudokuctl/sudokuctl/core/sudoku"

// clue is one given: a digit in a cell.
type clue struct {
	digit, cell int
}

// cover is the Sudoku tensor of one puzzle, written down as defined: what layers is tested against. Its
// places are numbered layer by layer: place (d-1)·cells + c is the statement "digit d stands in cell c".
type cover struct {
	g          *sudoku.Geometry
	clues      []clue
	by         []uint16 // m(t): clues that cover place t
	statements []uint16 // s(t): statements that cover place t
}

// newCover lays the statements of every given of p over the tensor.
func newCover(p *sudoku.Puzzle) *cover {
	g := p.Geometry()
	c := &cover{g: g, by: make([]uint16, g.N()*g.Cells()), statements: make([]uint16, g.N()*g.Cells())}
	for cell, v := range p.Givens() {
		if v != 0 {
			c.clues = append(c.clues, clue{int(v), cell})
		}
	}
	for _, k := range c.clues {
		c.lay(k)
	}
	return c
}

func (c *cover) place(digit, cell int) int { return (digit-1)*c.g.Cells() + cell }

// lay adds the statements of one clue: one for each house of its cell and one for the cell itself.
func (c *cover) lay(k clue) {
	for t := range c.covered(k) {
		c.by[t]++
	}
	for _, h := range c.g.HousesOf(k.cell) {
		for _, cell := range c.g.Houses()[h].Cells {
			if cell != k.cell {
				c.statements[c.place(k.digit, cell)]++
			}
		}
	}
	for d := 1; d <= c.g.N(); d++ {
		if d != k.digit {
			c.statements[c.place(d, k.cell)]++
		}
	}
}

// covered yields the places that clue k covers: its digit in all peers of its cell, all other digits in its
// cell. On the classic 9×9 these are 20 + 8.
func (c *cover) covered(k clue) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for _, peer := range c.g.Peers(k.cell) {
			if !yield(c.place(k.digit, peer)) {
				return
			}
		}
		for d := 1; d <= c.g.N(); d++ {
			if d != k.digit && !yield(c.place(d, k.cell)) {
				return
			}
		}
	}
}

// totals counts place by place.
func (c *cover) totals() totals {
	var s totals
	for t, m := range c.by {
		if m == 0 {
			continue
		}
		s.covered++
		s.laid += int(m)
		if m >= 2 {
			s.shared += int(m)
			s.twoClues++
		}
		if c.statements[t] >= 2 {
			s.repeated++
		}
	}
	return s
}
