package evolve

// swap exchanges the digits of two random cells of a unit if their candidates and the Metropolis rule allow it.
func (m *memetic) swap(a *individual, u *unit) {
	if len(u.cells) < 2 {
		return
	}
	i := m.below(len(u.cells))
	j := m.below(len(u.cells) - 1)
	if j >= i {
		j++
	}
	c, d := u.cells[i], u.cells[j]
	v, w := a.values[c], a.values[d]
	if !u.cand[c].Has(int(w)) || !u.cand[d].Has(int(v)) || !m.accept(m.swapGain(a, c, d)) {
		return
	}
	m.take(a, c)
	m.take(a, d)
	m.put(a, c, w)
	m.put(a, d, v)
}

// swapGain returns what the score gains when two cells of a unit exchange their digits. A house that holds
// both keeps its counts.
func (b *bath) swapGain(a *individual, c, d int32) nats {
	if b.pairs != nil {
		return b.pairGain(a, c, d)
	}
	v, w := int32(a.values[c]), int32(a.values[d])
	return b.changeGain(a, c, d, v, w) + b.changeGain(a, d, c, w, v)
}

// changeGain returns the part of the gain in the houses of c without d, where v gives way to w.
func (b *bath) changeGain(a *individual, c, d, v, w int32) (gain nats) {
	for _, s := range b.sites[c] {
		if !shared(s, b.sites[d]) {
			gain += b.gain[s.gain+int32(a.counts[s.count+w])] - b.gain[s.gain+int32(a.counts[s.count+v])-1]
		}
	}
	return gain
}

func shared(s site, others []site) bool {
	for _, o := range others {
		if o.count == s.count {
			return true
		}
	}
	return false
}

// shake gives a unit a random permutation without looking at the objective and takes it by the Metropolis rule.
func (m *memetic) shake(a *individual, u *unit) {
	score := a.score
	copy(m.before, a.values)
	copy(m.after, a.values)
	u.blind(m.after, &m.random)
	m.replace(a, u, m.after)
	if !m.accept(a.score - score) {
		m.replace(a, u, m.before)
	}
}
