package canon

import "math/bits"

var inOrder = [3]uint8{0, 1, 2}

// leading returns the number of empty cells that a row can begin with when its stacks come in an order.
func (p *path) leading(filled uint16, order [3]uint8) int {
	n := 0
	for _, s := range order {
		a, b, c := p.cols[3*s&15]&15, p.cols[(3*s+1)&15]&15, p.cols[(3*s+2)&15]&15
		three := filled>>a&1 | filled>>b&1<<1 | filled>>c&1<<2
		if three != 0 {
			return n + int(leadingBlanks[(p.tied>>(3*s)&6|three<<3)&63])
		}
		n += 3
	}
	return n
}

// leadingBlanks is indexed by which of three cells are filled (bits 3, 4, 5) and whether the second is tied
// to the first (bit 1) and the third to the second (bit 2).
var leadingBlanks = func() (blanks [64]uint8) {
	for i := range blanks {
		cells := [3]int{i >> 3 & 1, i >> 4 & 1, i >> 5 & 1}
		for range 2 {
			if i>>1&1 == 1 && cells[0] > cells[1] {
				cells[0], cells[1] = cells[1], cells[0]
			}
			if i>>2&1 == 1 && cells[1] > cells[2] {
				cells[1], cells[2] = cells[2], cells[1]
			}
		}
		for blanks[i] < 3 && cells[blanks[i]] == 0 {
			blanks[i]++
		}
	}
	return blanks
}()

// tryPlain continues p with row r, which holds no digit with a tied label: within tied columns empty cells
// come first, then digits by label, then new digits.
func (m *minlexer) tryPlain(p *path, r uint8) {
	row := &m.rows[p.flip&1][r]
	var key, cols [16]uint8
	text, label := uint64(0), uint64(p.labels)
	for s := 0; s < 9; s += 3 {
		a, b, c := p.cols[s&15], p.cols[(s+1)&15], p.cols[(s+2)&15]
		x, y, z := p.label[row.cells[a&15]&15], p.label[row.cells[b&15]&15], p.label[row.cells[c&15]&15]
		t := p.tied >> s
		if t&2 != 0 && x > y {
			a, b, x, y = b, a, y, x
		}
		if t&4 != 0 && y > z {
			b, c, y, z = c, b, z, y
			if t&2 != 0 && x > y {
				a, b, x, y = b, a, y, x
			}
		}
		cols[s&15], cols[(s+1)&15], cols[(s+2)&15] = a, b, c
		key[s&15], key[(s+1)&15], key[(s+2)&15] = x, y, z
		for _, k := range [3]uint64{uint64(x), uint64(y), uint64(z)} {
			if k == unseen {
				label++
				k = label
			}
			text = text<<4 | k
		}
	}
	if text <= m.best {
		m.keepPlain(p, r, text, &key, &cols)
	}
}

// keepPlain keeps the continuation of p with row r in which the columns come in the order cols and have the
// sort keys key.
func (m *minlexer) keepPlain(p *path, r uint8, text uint64, key, cols *[16]uint8) {
	q := m.keep(p, text)
	if [9]uint8(cols[:9]) != [9]uint8(p.cols[:9]) {
		for i, c := range cols[:9] {
			q.cols[i], q.at[c&15] = c, uint8(i)
		}
		if q.loose != 0 {
			m.relabel(q)
		}
	}
	for t := q.tied; t != 0; t &= t - 1 {
		if i := bits.TrailingZeros16(t); key[i&15] != key[(i-1)&15] {
			q.tied &^= 1 << i
		}
	}
	if row := &m.rows[q.flip&1][r]; q.labels < 9 {
		for i, k := range key[:9] {
			if k == unseen {
				q.meet(row.cells[cols[i]&15], cols[i])
			}
		}
	}
	m.finish(q, r)
}

// relabel numbers the digits of the finished rows by first appearance.
func (m *minlexer) relabel(p *path) {
	label, seen := uint8(0), uint16(1)
	for _, r := range p.rows[:m.level] {
		row := &m.rows[p.flip&1][r]
		for _, c := range p.cols[:9] {
			if d := row.cells[c&15]; seen>>d&1 == 0 {
				seen |= 1 << d
				label++
				p.label[d&15] = label
			}
		}
	}
}
