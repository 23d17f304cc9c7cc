package canon

import "github.com/sudokuctl/sudokuctl/core/sudoku"

// automorphisms counts the cell maps that the remaining paths stand for: tied columns, tied stacks, empty
// rows of a band and empty bands can come in any order.
func (m *minlexer) automorphisms() int64 {
	p := &m.paths[0] // ties and empty rows are the same in all
	count := int64(len(m.paths))
	length := int64(1)
	for i := 1; i < 9; i++ {
		if length++; p.tied>>i&1 == 0 {
			length = 1
		}
		count *= length
	}
	count *= [...]int64{1, 0, 2, 0, 2, 0, 6}[p.stacks]
	blankBands := int64(0)
	for r := 0; r < 9; r += 3 {
		blank := int64(0)
		for _, row := range m.rows[p.flip][r : r+3] {
			if row.filled == 0 {
				blank++
				count *= blank
			}
		}
		if blank == 3 {
			blankBands++
			count *= blankBands
		}
	}
	return count
}

// image writes the smallest image.
func (m *minlexer) image(to sudoku.Grid) {
	p := &m.paths[0]
	for l, r := range p.rows {
		row := &m.rows[p.flip&1][r]
		line := to[9*l : 9*l+9]
		for i := range line {
			line[i] = p.label[row.cells[p.cols[i]&15]&15]
		}
	}
}

// transform writes the map of the first path.
func (m *minlexer) transform(to *sudoku.Transform) {
	p := &m.paths[0]
	for l, r := range p.rows {
		for i, c := range p.cols[:9] {
			from := 9*int(r) + int(c)
			if p.flip == 1 {
				from = 9*int(c) + int(r)
			}
			to.Cells[9*l+i] = from
		}
	}
	for d := 1; d <= 9; d++ {
		if p.label[d] != unseen {
			to.Digits[d] = p.label[d]
		}
	}
}
