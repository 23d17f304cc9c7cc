package cover

// cover takes an item out of the ring of heads, if it is in there, and its options out of their other items.
func (m *matrix) cover(item int32) {
	m.left[m.right[item]], m.right[m.left[item]] = m.left[item], m.right[item]
	for p := m.nodes[item].down; p != item; p = m.nodes[p].down {
		m.hide(p)
	}
}

// uncover undoes the latest cover.
func (m *matrix) uncover(item int32) {
	for p := m.nodes[item].up; p != item; p = m.nodes[p].up {
		m.unhide(p)
	}
	m.left[m.right[item]], m.right[m.left[item]] = item, item
}

// hide unlinks the other nodes of p's option.
func (m *matrix) hide(p int32) {
	o := m.nodes[p].option
	for q := m.first[o]; q < m.first[o+1]; q++ {
		if q != p {
			m.unlink(q)
		}
	}
}

// unhide undoes the latest hide.
func (m *matrix) unhide(p int32) {
	o := m.nodes[p].option
	for q := m.first[o+1] - 1; q >= m.first[o]; q-- {
		if q != p {
			m.relink(q)
		}
	}
}

func (m *matrix) unlink(q int32) {
	n := m.nodes[q]
	m.nodes[n.up].down, m.nodes[n.down].up = n.down, n.up
	m.size[n.item]--
}

func (m *matrix) relink(q int32) {
	n := m.nodes[q]
	m.nodes[n.up].down, m.nodes[n.down].up = q, q
	m.size[n.item]++
}

// ban takes a whole option out of the matrix.
func (m *matrix) ban(option int32) {
	for q := m.first[option]; q < m.first[option+1]; q++ {
		m.unlink(q)
	}
}

// unban undoes the latest ban.
func (m *matrix) unban(option int32) {
	for q := m.first[option+1] - 1; q >= m.first[option]; q-- {
		m.relink(q)
	}
}

// choose returns the uncovered primary item with the fewest options, the first that has at most one.
func (m *matrix) choose() int32 {
	best := m.right[0]
	for i := best; i != 0; i = m.right[i] {
		if m.size[i] < m.size[best] {
			best = i
		}
		if m.size[best] <= 1 {
			break
		}
	}
	return best
}
