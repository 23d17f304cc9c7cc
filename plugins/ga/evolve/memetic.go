package evolve

import (
	"math"
	"slices"
)

// memetic is a steady population in a heat bath. In a generation every individual is mutated in place for a number of
// steps or, with the crossover probability, competes with a child: its own genes crossed with those of a partner, the
// better of two of population and elite, then mutated as often; the child takes its place by the Metropolis rule.
type memetic struct {
	*run
	*bath
	population []*individual
	elite      []*individual // the best seen since the last restart, all different, best first
	levels     []level       // the temperature of each individual
	child      *individual
	mask       []bool
	begun      int64 // evaluations when this population began
}

// evolveMemetic runs the memetic variant until it has its solutions or its budget is over.
func evolveMemetic(r *run) {
	m := &memetic{run: r, bath: newBath(r.goal, r.rules, r.family, hottest), child: newIndividual(r.layout)}
	m.mask = make([]bool, len(r.units))
	for i := range r.Population {
		m.population = append(m.population, newIndividual(r.layout))
		m.levels = append(m.levels, m.newLevel(r.goal, r.temperatureOf(i)))
	}
	m.restart()
	m.tell(m.grids)
	for !m.over {
		m.generation()
		m.generations++
		m.tell(m.grids)
		if m.due(m.begun) && !m.over {
			m.restarts++
			m.restart()
		}
	}
}

// hottest is the temperature of the first individual; at 1 a first repeat has odds of 1:4.
const hottest = 0.7

// temperatureOf spaces the individuals evenly from the hottest to the coldest. An ordinary puzzle has one
// temperature; on larger grids the tight puzzles are solved by the hot individuals, the loose ones by the cold.
func (r *run) temperatureOf(i int) float64 {
	coldest := min(hottest, coldestFor(r.cells))
	return hottest + (coldest-hottest)*float64(i)/float64(max(1, r.Population-1))
}

// grids lists the grids of the population.
func (m *memetic) grids(yield func([]uint8) bool) {
	for _, a := range m.population {
		if !yield(a.values) {
			return
		}
	}
}

// restart draws a new population and forgets the elite.
func (m *memetic) restart() {
	m.begun = m.evaluations
	m.elite = m.elite[:0]
	for _, a := range m.population {
		if m.over {
			return
		}
		m.renew(a)
	}
}

// renew replaces an individual by a random one that is no solution.
func (m *memetic) renew(a *individual) {
	for {
		m.blindGrid(a.values, &m.random)
		a.score, a.broken = m.goal.count(a.values, a.counts), 0
		m.charge(a)
		if m.spend(1) || !m.note(a.values, a.score) || m.over {
			return
		}
	}
}

// judge counts an evaluation of a. A solution that has been noted makes room for a new individual.
func (m *memetic) judge(a *individual) {
	m.spend(1)
	if m.note(a.values, a.score) && !m.over {
		m.renew(a)
	}
	m.remember(a)
}

// generation gives each individual its next steps.
func (m *memetic) generation() {
	for i, a := range m.population {
		if m.over {
			return
		}
		m.level = m.levels[i]
		if m.chance(m.Crossover) {
			m.cross(a)
		} else {
			m.search(a)
		}
	}
}

// cross lets a child of a compete with it.
func (m *memetic) cross(a *individual) {
	partner := m.partner()
	m.crossMask(m.mask)
	m.child.copyFrom(a)
	for i, u := range m.units {
		if m.mask[i] {
			m.replace(m.child, u, partner.values)
		}
	}
	m.search(m.child)
	if !m.over && m.accept(m.child.score-a.score) {
		a.copyFrom(m.child)
	}
}

// replace gives a unit of a the permutation that it has in values.
func (m *memetic) replace(a *individual, u *unit, values []uint8) {
	for _, c := range u.cells {
		m.take(a, c)
	}
	for _, c := range u.cells {
		m.put(a, c, values[c])
	}
	m.charge(a)
}

// partner returns the better of two random individuals of population and elite.
func (m *memetic) partner() *individual {
	var best *individual
	for range 2 {
		i := m.below(len(m.population) + len(m.elite))
		var a *individual
		if i < len(m.population) {
			a = m.population[i]
		} else {
			a = m.elite[i-len(m.population)]
		}
		if best == nil || a.score > best.score {
			best = a
		}
	}
	return best
}

// accept is the Metropolis rule for a change of the score.
func (m *memetic) accept(change nats) bool {
	return change >= 0 || m.chance(math.Exp(float64(m.n)*change.float()/m.temperature))
}

// search mutates a so many times as a generation has steps.
func (m *memetic) search(a *individual) {
	for range m.Steps {
		m.mutate(a)
		if m.over {
			return
		}
	}
}

// mutate draws one gene of a anew, one of those in conflict if it meets one soon.
func (m *memetic) mutate(a *individual) {
	m.redraw(a, m.pick(a), &m.random)
	m.judge(a)
}

// pick returns a random gene that has a digit in conflict, or any gene when it meets none soon.
func (m *memetic) pick(a *individual) *unit {
	var u *unit
	for range 4 * len(m.units) {
		u = m.units[m.below(len(m.units))]
		if m.crowded(a, u) {
			break
		}
	}
	return u
}

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
