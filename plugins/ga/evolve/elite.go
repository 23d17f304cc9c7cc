package evolve

import "slices"

// eliteSize is how many of the best are remembered.
const eliteSize = 4

// remember keeps a copy of a among the elite if it is better than the worst there and not there already.
func (m *memetic) remember(a *individual) {
	last := len(m.elite) - 1
	full := len(m.elite) >= eliteSize
	if full && a.score <= m.elite[last].score {
		return
	}
	at := 0
	for at <= last && m.elite[at].score >= a.score {
		if m.elite[at].score == a.score && slices.Equal(m.elite[at].values, a.values) {
			return
		}
		at++
	}
	room := newIndividual(m.layout)
	if full {
		room = m.elite[last]
		m.elite = m.elite[:last]
	}
	room.copyFrom(a)
	m.elite = slices.Insert(m.elite, at, room)
}
