package canon

// fullPair is a full first row and a full second one.
//
// A full first row reads 123456789 whatever it is, which leaves 6·6³ column orders open. The second row
// decides them. Call the stacks A, X, Y, A being the first. If the digits under A all come from stack X of
// the first row, those under X come from Y and those under Y from A, and each column order within A makes the
// row read 456789123. Else two of them, x and x', come from X and one comes from Y; the row reads 457… in the
// two orders where the column of the odd one is last. Either way the order within A decides all others: the
// columns of X are those where the digits under A stand in the first row, and so on.
type fullPair struct {
	above, below [16]uint8 // the rows
	column       [16]uint8 // digit -> column of the first row
}

// home returns the column in which the digit under column c stands in the first row.
func (f *fullPair) home(c uint8) uint8 { return f.column[f.below[c&15]&15] }

// tryFull continues a path of one full row with a full row. It reports false, having done nothing, if a box
// holds a digit in both.
func (m *minlexer) tryFull(p *path, r uint8) bool {
	f := fullPair{above: m.rows[p.flip&1][p.rows[0]].cells, below: m.rows[p.flip&1][r].cells}
	for c, d := range f.above[:9] {
		f.column[d&15] = uint8(c)
	}
	for c := uint8(0); c < 9; c++ {
		if f.home(c)/3 == c/3 {
			return false
		}
	}
	for a := uint8(0); a < 9; a += 3 {
		s, t, u := f.home(a)/3, f.home(a+1)/3, f.home(a+2)/3 // the stacks that the digits under A come from
		switch {
		case s == t && t == u:
			f.tryPure(m, p, r, a)
		case t == u:
			f.tryMixed(m, p, r, [3]uint8{a + 1, a + 2, a})
		case s == u:
			f.tryMixed(m, p, r, [3]uint8{a + 2, a, a + 1})
		default:
			f.tryMixed(m, p, r, [3]uint8{a, a + 1, a + 2})
		}
	}
	return true
}

func (f *fullPair) tryPure(m *minlexer, p *path, r, a uint8) {
	for _, order := range stackOrders[6] {
		f.tryColumns(m, p, r, [3]uint8{a + order[0], a + order[1], a + order[2]})
	}
}

func (f *fullPair) tryMixed(m *minlexer, p *path, r uint8, first [3]uint8) {
	f.tryColumns(m, p, r, first)
	f.tryColumns(m, p, r, [3]uint8{first[1], first[0], first[2]})
}

// tryColumns continues path p with row r, given the column order of the first stack.
func (f *fullPair) tryColumns(m *minlexer, p *path, r uint8, first [3]uint8) {
	fourth := f.home(first[0])
	x, last := fourth/3, f.home(first[2])
	text, next := uint64(0x456), 6
	if last/3 != x {
		text, next = 0x457, 7
	}
	if f.home(fourth)/3 != first[0]/3 && m.best>>20 < text<<4|7 { // the fourth digit is new: 8 at least
		return
	}
	var c, at [16]uint8 // position -> column and column -> position
	copy(c[:], first[:])
	c[3], c[4] = fourth, f.home(first[1])
	c[5] = 9*x + 3 - c[3] - c[4] // the columns of stack X sum to 9x + 3
	c[6] = last
	for i := range 7 {
		at[c[i]&15] = uint8(i)
	}
	for i := 3; i < 9; i++ {
		home := f.home(c[i])
		if i < 6 && next < 9 && home/3 != x && home/3 != first[0]/3 {
			c[next&15], at[home&15] = home, uint8(next)
			next++
		}
		text = text<<4 | uint64(at[home&15]+1)
		if text > m.best>>(4*(8-i)) {
			return
		}
	}
	q := m.keep(p, text)
	q.tied, q.stacks, q.cols, q.at = 0, 0, c, at
	for i, col := range c[:9] {
		q.label[f.above[col&15]&15] = uint8(i + 1)
	}
	m.finish(q, r)
}
