package cover

// linkHeads empties all rings and puts the heads of the primary items that are not taken into one; every
// other head is a ring of its own.
func (m *matrix) linkHeads() {
	for i := range m.size {
		m.nodes[i].up, m.nodes[i].down = int32(i), int32(i)
		m.left[i], m.right[i] = int32(i), int32(i)
	}
	clear(m.size)
	last := int32(0)
	for _, i := range m.primary {
		if !m.taken[i] {
			m.right[last], m.left[i] = i, last
			last = i
		}
	}
	m.right[last], m.left[0] = 0, last
}

// free reports whether an option holds no item that is taken.
func (m *matrix) free(o int32) bool {
	for _, n := range m.nodesOf(o) {
		if m.taken[n.item] {
			return false
		}
	}
	return true
}

// link appends the nodes of an option to the rings of their items.
func (m *matrix) link(o int32) {
	for q := m.first[o]; q < m.first[o+1]; q++ {
		item := m.nodes[q].item
		last := m.nodes[item].up
		m.nodes[q].up, m.nodes[q].down = last, item
		m.nodes[last].down, m.nodes[item].up = q, q
		m.size[item]++
	}
}

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
