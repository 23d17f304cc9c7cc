package canon

import (
	"math/bits"
)

// firstRow says how a row reads whose digits are all new: all that counts is how many there are in each stack.
type firstRow struct {
	text   uint64
	cols   [9]uint8 // position -> column
	tied   uint16
	stacks uint8
}

// firstRows is indexed by the set of filled columns.
var firstRows = func() (rows [fullRow + 1]firstRow) {
	for filled := range rows {
		rows[filled] = newFirstRow(filled)
	}
	return rows
}()

func newFirstRow(filled int) firstRow {
	f := firstRow{tied: allColumns, stacks: allStacks}
	count := func(s int) int { return bits.OnesCount(uint(filled >> (3 * s) & 7)) }
	stacks := [3]int{0, 1, 2}
	sortThree(stacks[:], count)
	var cols [9]int
	for i, s := range stacks {
		if i > 0 && count(s) != count(stacks[i-1]) {
			f.stacks &^= 1 << i
		}
		three := cols[3*i : 3*i+3]
		three[0], three[1], three[2] = 3*s, 3*s+1, 3*s+2
		sortThree(three, func(c int) int { return filled >> c & 1 })
	}
	label := uint64(0)
	for i, c := range cols {
		f.cols[i] = uint8(c)
		f.text <<= 4
		if filled>>c&1 == 1 {
			label++
			f.text |= label
		}
		if i%3 > 0 && filled>>c&1 != filled>>cols[i-1]&1 {
			f.tied &^= 1 << i
		}
	}
	return f
}

// sortThree sorts three numbers by what a function gives them; equal ones keep their order.
func sortThree(three []int, by func(int) int) {
	for _, i := range [...]int{0, 1, 0} {
		if by(three[i]) > by(three[i+1]) {
			three[i], three[i+1] = three[i+1], three[i]
		}
	}
}

// leastFirst returns the smallest text of a row that may continue the paths, which are of empty rows.
func (m *minlexer) leastFirst() uint64 {
	least := uint64(noText)
	for i := range m.paths {
		p := &m.paths[i]
		for rows := m.choices(p); rows != 0; rows &= rows - 1 {
			r := bits.TrailingZeros16(rows)
			least = min(least, firstRows[m.rows[p.flip&1][r].filled&fullRow].text)
		}
	}
	return least
}

// tryFirst continues a path of empty rows with row r.
func (m *minlexer) tryFirst(p *path, r uint8) {
	row := &m.rows[p.flip&1][r]
	first := &firstRows[row.filled&fullRow]
	if first.text > m.best {
		return
	}
	q := m.keep(p, first.text)
	q.tied, q.stacks = first.tied, first.stacks
	for i, c := range first.cols {
		q.cols[i], q.at[c&15] = c, uint8(i)
		if d := row.cells[c&15]; d != 0 {
			q.meet(d, c)
		}
	}
	m.finish(q, r)
}

// meet gives digit d, seen for the first time, the next label.
func (p *path) meet(d, col uint8) {
	p.labels++
	p.label[d&15], p.owner[d&15] = p.labels, col
	p.firsts[col&15] |= 1 << d
}
