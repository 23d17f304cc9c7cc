package record

import "github.com/sudokuctl/sudokuctl/core/sudoku"

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

// NewBoard returns the record of a puzzle.
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
