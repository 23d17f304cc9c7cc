package canon

var inOrder = [3]uint8{0, 1, 2}

// stackOrders is indexed by path.stacks.
var stackOrders = [7][][3]uint8{
	0: {inOrder},
	2: {inOrder, {1, 0, 2}},
	4: {inOrder, {0, 2, 1}},
	6: {inOrder, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}},
}

// tryStacks continues a path with tied stacks with row r, in every order of the stacks.
func (m *minlexer) tryStacks(p *path, r uint8) {
	filled := m.rows[p.flip&1][r].filled
	for _, order := range stackOrders[p.stacks] {
		if p.leading(filled, order) >= m.blanks {
			q := *p
			m.reorder(&q, order)
			m.place(&q, r, 0, 0)
		}
	}
}

// reorder brings the stacks into an order.
func (m *minlexer) reorder(p *path, order [3]uint8) {
	cols, tied := p.cols, p.tied
	p.tied, p.stacks = 0, 0
	for s, from := range order {
		for k := range uint8(3) {
			i, c := 3*uint8(s)+k, cols[(3*from+k)&15]
			p.cols[i&15], p.at[c&15] = c, i
		}
		p.tied |= tied >> (3 * from) & 7 << (3 * s)
	}
	m.relabel(p)
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

// place finishes row r of p from position i on in every way that may be smallest; text is what the row reads
// before i. It uses up p.
func (m *minlexer) place(p *path, r uint8, i int, text uint64) {
	for i < 9 {
		if text > m.best>>(4*(9-i)) {
			return
		}
		end := i + 1
		for p.tied>>end&1 == 1 {
			end++
		}
		if end == i+1 {
			text = text<<4 | uint64(m.read(p, r, i))
			i++
			continue
		}
		if blanks := m.blanksFirst(p, r, i, end); blanks > 0 {
			i += blanks
			text <<= 4 * blanks
			continue
		}
		label, at, n := m.leastLabels(p, r, i, end)
		if label == unseen {
			text = m.meetAll(p, r, i, end, text)
			i = end
			continue
		}
		text = text<<4 | uint64(label)
		if text > m.best>>(4*(8-i)) {
			return
		}
		for _, j := range at[1:n] {
			q := *p
			m.settle(&q, r, i, j)
			m.place(&q, r, i+1, text)
		}
		m.settle(p, r, i, at[0])
		i++
	}
	if text <= m.best {
		m.finish(m.keep(p, text), r)
	}
}

// read returns the label of the digit at position i, which is tied to no other, and fixes it.
func (m *minlexer) read(p *path, r uint8, i int) uint8 {
	c := p.cols[i&15]
	d := m.rows[p.flip&1][r].cells[c&15]
	switch {
	case p.label[d&15] == unseen:
		p.meet(d, c)
	case p.loose>>d&1 == 1:
		m.lower(p, r, d, i)
	}
	return p.label[d&15]
}

// blanksFirst moves the empty cells of the tied positions i … end-1 to the front, unties them from the rest
// and returns how many there are.
func (m *minlexer) blanksFirst(p *path, r uint8, i, end int) int {
	row := &m.rows[p.flip&1][r]
	blank := i
	for j := i; j < end; j++ {
		if row.cells[p.cols[j&15]&15] == 0 {
			if j != blank {
				m.swap(p, j, blank)
			}
			blank++
		}
	}
	if blank > i {
		p.tied &^= 1 << blank
	}
	return blank - i
}

// leastLabels returns the smallest label that can be read at position i, tied to those before end, and the n
// positions whose columns show it when they are put there.
func (m *minlexer) leastLabels(p *path, r uint8, i, end int) (label uint8, at [3]int, n int) {
	row := &m.rows[p.flip&1][r]
	label = unseen
	for j := i; j < end; j++ {
		k := p.leastLabel(row.cells[p.cols[j&15]&15], i, end)
		if k < label {
			label, n = k, 0
		}
		if k == label && n < len(at) {
			at[n] = j
			n++
		}
	}
	return label, at, n
}

// leastLabel returns the smallest label that digit d can get when its column is put at position i of the tied
// positions i … end-1: the first label of the columns that its own first column is tied to. If these are the
// same columns, the first label is taken by the column put at i.
func (p *path) leastLabel(d uint8, i, end int) uint8 {
	label := p.label[d&15]
	if p.loose>>d&1 == 0 {
		return label
	}
	home := int(p.at[p.owner[d&15]&15])
	first := home
	for p.tied>>first&1 == 1 && first != i {
		first--
		label--
	}
	if first == i && home < end {
		label++
	}
	return label
}

// meetAll labels the digits of the tied positions i … end-1, all new, and returns text with the labels.
func (m *minlexer) meetAll(p *path, r uint8, i, end int, text uint64) uint64 {
	for _, c := range p.cols[i:end] {
		p.meet(m.rows[p.flip&1][r].cells[c&15], c)
		text = text<<4 | uint64(p.labels)
	}
	return text
}

// settle puts the column at position j at position i, unties it from those behind and fixes the label of its digit.
func (m *minlexer) settle(p *path, r uint8, i, j int) {
	d := m.rows[p.flip&1][r].cells[p.cols[j&15]&15]
	if j != i {
		m.swap(p, i, j)
	}
	p.tied &^= 1 << (i + 1)
	if p.loose>>d&1 == 1 {
		m.lower(p, r, d, i)
	}
}

// lower gives digit d, seen at position i, the smallest label possible: the column where it appeared first
// comes before those that it is tied to.
func (m *minlexer) lower(p *path, r, d uint8, i int) {
	home := int(p.at[p.owner[d&15]&15])
	first := home
	for p.tied>>first&1 == 1 {
		first--
	}
	p.tied &^= 1 << (first + 1)
	if first == home {
		return
	}
	m.swap(p, first, home)
	if first < i { // row r has been read there
		row := &m.rows[p.flip&1][r]
		x, y := row.cells[p.cols[first&15]&15], row.cells[p.cols[home&15]&15]
		if x != 0 {
			p.label[x&15], p.label[y&15] = p.label[y&15], p.label[x&15]
		}
	}
}

// swap exchanges the columns at two tied positions, and with them the labels of the digits that appeared
// first there: in each finished row the two columns are both empty or both hold such digits.
func (m *minlexer) swap(p *path, i, j int) {
	a, b := p.cols[i&15], p.cols[j&15]
	p.cols[i&15], p.cols[j&15] = b, a
	p.at[a&15], p.at[b&15] = uint8(j), uint8(i)
	if p.firsts[a&15] == 0 {
		return
	}
	for _, r := range p.rows[:m.level] {
		row := &m.rows[p.flip&1][r]
		if x, y := row.cells[a&15], row.cells[b&15]; x != 0 {
			p.label[x&15], p.label[y&15] = p.label[y&15], p.label[x&15]
		}
	}
}
