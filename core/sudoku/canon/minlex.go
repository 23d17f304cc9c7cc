package canon

import (
	"math/bits"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/symmetry"
)

// minlexer finds the smallest image of a 9×9 grid with 3×3 boxes under the 2·6⁸ cell maps and all relabellings,
// reading the image row by row with empty cells smallest. Its memory is reused from grid to grid.
//
// The image is built row by row. All partial images that have the smallest text so far are kept as paths;
// each is continued with every row that may come next, and only the continuations with the smallest row stay.
// A path does not decide what cannot be seen yet: stacks and columns that have looked alike in all rows so
// far stay tied, and so do the labels of digits that first appeared in tied columns.
type minlexer struct {
	rows   [2][9]sourceRow // of the grid and of its transpose
	paths  []path
	next   []path
	best   uint64 // smallest text of the row at hand, 4 bits a cell
	blanks int    // empty cells that best begins with
	level  int    // rows of the image that are finished
}

// sourceRow is a row of the grid.
type sourceRow struct {
	cells  [16]uint8 // nine count; sixteen make indexes masked by 15 need no check
	digits uint16    // bit d: digit d stands in the row
	filled uint16    // bit c: column c is not empty
}

// path is a partial image.
type path struct {
	cols   [16]uint8  // position -> source column
	at     [16]uint8  // source column -> position
	label  [16]uint8  // digit -> label 1 … 9, unseen before its first appearance
	owner  [16]uint8  // digit -> source column where it appeared first
	firsts [16]uint16 // source column -> digits that appeared first in it
	rows   [9]uint8   // level -> source row
	flip   uint8      // 1: of the transpose
	labels uint8      // labels given
	stacks uint8      // bit s: the stacks at s-1 and s are tied
	used   uint16     // source rows used
	tied   uint16     // bit p: the columns at positions p-1 and p are tied
	loose  uint16     // bit d: the label of d may be tied to others
}

const (
	unseen     = 10    // sorts behind every label
	allColumns = 0x1B6 // tied: the columns within each stack
	allStacks  = 6     // stacks: all three
	fullRow    = 0x1FF // filled: every column
	noText     = 1 << 63
)

// starts are the empty images of the grid and of its transpose.
var starts = [2]path{newPath(0), newPath(1)}

func newPath(flip uint8) path {
	p := path{flip: flip, tied: allColumns, stacks: allStacks}
	for i := range p.label {
		p.label[i], p.cols[i], p.at[i] = unseen, uint8(i), uint8(i)
	}
	p.label[0] = 0
	return p
}

// load reports whether no row or column holds a digit twice; the search relies on that.
func (m *minlexer) load(grid sudoku.Grid) bool {
	twice := uint16(0)
	m.rows = [2][9]sourceRow{}
	for r := range 9 {
		row := &m.rows[0][r]
		for c, v := range grid[9*r : 9*r+9] {
			if v == 0 {
				continue
			}
			column := &m.rows[1][c]
			twice |= (row.digits | column.digits) >> (v & 15)
			row.cells[c], column.cells[r] = v, v
			row.digits |= 1 << v
			column.digits |= 1 << v
			row.filled |= 1 << c
			column.filled |= 1 << r
		}
	}
	return twice&1 == 0
}

// run builds the smallest image. The paths that remain are all the ways to it, up to the order of empty rows
// and of columns still tied.
func (m *minlexer) run(grid sudoku.Grid) int64 {
	if !m.load(grid) {
		return 0
	}
	m.paths = append(m.paths[:0], starts[:]...)
	for m.level = 0; m.level < 9; m.level++ {
		m.best, m.blanks, m.next = noText, 0, m.next[:0]
		if m.paths[0].labels == 0 {
			m.best = m.leastFirst()
		}
		for i := range m.paths {
			p := &m.paths[i]
			for rows := m.choices(p); rows != 0; rows &= rows - 1 {
				m.try(p, uint8(bits.TrailingZeros16(rows)))
			}
		}
		m.paths, m.next = m.next, m.paths
	}
	return m.automorphisms()
}

// choices returns the set of source rows that may follow. Of empty rows in one band, and of empty bands, it
// names the first only: the others give the same.
func (m *minlexer) choices(p *path) uint16 {
	rows := ^p.used & fullRow
	if m.level%3 > 0 {
		rows &= 7 << (p.rows[m.level-1] / 3 * 3)
	}
	source := &m.rows[p.flip&1]
	firstBlank, firstBlankBand := true, true
	for r := range 9 {
		if r%3 == 0 {
			firstBlank = true
		}
		if rows>>r&1 == 0 || source[r].filled != 0 {
			continue
		}
		if !firstBlank {
			rows &^= 1 << r
		}
		firstBlank = false
		if m.level%3 == 0 && r%3 == 0 && source[r+1].filled|source[r+2].filled == 0 {
			if !firstBlankBand {
				rows &^= 1 << r
			}
			firstBlankBand = false
		}
	}
	return rows
}

// try continues p with source row r.
func (m *minlexer) try(p *path, r uint8) {
	row := &m.rows[p.flip&1][r]
	switch {
	case p.labels == 0:
		m.tryFirst(p, r)
	case m.level == 1 && p.labels == 9 && row.filled == fullRow && m.tryFull(p, r):
	case p.stacks != 0:
		m.tryStacks(p, r)
	case p.leading(row.filled, inOrder) < m.blanks:
	default:
		q := *p
		m.place(&q, r, 0, 0)
	}
}

// keep adds a continuation of p whose row reads text.
func (m *minlexer) keep(p *path, text uint64) *path {
	if text < m.best {
		m.best = text
		m.blanks = (bits.LeadingZeros64(text|1) - 28) / 4
		m.next = m.next[:0]
	}
	m.next = append(m.next, *p)
	return &m.next[len(m.next)-1]
}

// finish notes in a continuation that row r is done.
func (m *minlexer) finish(p *path, r uint8) {
	p.rows[m.level] = r
	p.used |= 1 << r
	p.loose = 0
	for t := p.tied; t != 0; t &= t - 1 {
		i := bits.TrailingZeros16(t)
		p.loose |= p.firsts[p.cols[i&15]&15] | p.firsts[p.cols[(i-1)&15]&15]
	}
}

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
func (m *minlexer) transform(to *symmetry.Transform) {
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
