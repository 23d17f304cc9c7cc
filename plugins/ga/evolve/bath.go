package evolve

import "math"

// bath re-draws genes at a temperature. Given all other genes, the permutations of a unit have Boltzmann probabilities
// proportional to exp(score/T), and since the digits of a unit differ, no two of its cells touch the same count: the
// score is a sum over its cells, the weight of a permutation a product over the edges of its path. The sum over all
// permutations is then one pass over the unit's graph, and a draw one walk through it.
//
// The temperature belongs to N times the objective, the entropy of N digits and not of one: with T = 1 a
// first repeat in a house is 4 times less probable than none (exp(−2 ln 2)), whatever N is.
//
// Clauses beyond houses couple the cells of a unit. In a weight they count as if the other cells of the unit kept their
// digits: exact for what lies in several units, a mean field within one.
type bath struct {
	level
	rules  *rules
	gain   []nats    // see objective.gains
	sites  [][]site  // by cell
	digits int       // N
	weight []float64 // scratch, by choice
	paths  []float64 // scratch, by state
}

// level is one temperature with its table.
type level struct {
	temperature float64
	boltz       []float64 // boltz[i] = exp(N·(gain[i]−gain[base])/T)
}

// newBath returns a heat bath over the genes of a family.
func newBath(o *objective, r *rules, f *family, temperature float64) *bath {
	b := &bath{rules: r, gain: o.gains(), sites: o.sites(f), digits: o.layout.n}
	b.level = b.newLevel(o, temperature)
	return b
}

// newLevel computes the Boltzmann weights of a temperature.
func (b *bath) newLevel(o *objective, temperature float64) level {
	boltz := make([]float64, len(b.gain))
	for h, house := range o.layout.houses {
		base, m := int(o.base[h]), len(house.Cells)
		for k := range m {
			diff := (b.gain[base+k] - b.gain[base]).float()
			boltz[base+k] = math.Exp(float64(m) * diff / temperature)
		}
	}
	return level{temperature, boltz}
}

// coldestFor returns the temperature at which a grid of so many cells keeps about as many repeats as an
// ordinary one at 0.7: the chance of a repeat at a cell is exp(−2·ln 2/T).
func coldestFor(cells int) float64 {
	const repeats = 11 // 81·exp(−2·ln 2/0.7)
	return 2 * math.Ln2 / math.Log(float64(max(cells, 81))/repeats)
}

// take removes the digit of a cell from the counts, leaving its value.
func (b *bath) take(a *individual, cell int32) {
	v := int32(a.values[cell])
	for _, s := range b.sites[cell] {
		n := &a.counts[s.count+v]
		*n--
		a.score -= b.gain[s.gain+int32(*n)]
	}
}

// put gives a cell a digit whose counts do not yet hold it.
func (b *bath) put(a *individual, cell int32, digit uint8) {
	a.values[cell] = digit
	for _, s := range b.sites[cell] {
		n := &a.counts[s.count+int32(digit)]
		a.score += b.gain[s.gain+int32(*n)]
		*n++
	}
}

// charge makes the score of an individual heed the clauses that its grid breaks now.
func (b *bath) charge(a *individual) {
	broken := b.rules.broken(a.values)
	a.score, a.broken = a.score+a.broken-broken, broken
}

// crowded reports whether a digit of the unit is repeated in another house or breaks a clause.
func (b *bath) crowded(a *individual, u *unit) bool {
	for _, c := range u.cells {
		if b.rules != nil && b.rules.brokenAt(c, a.values) > 0 {
			return true
		}
		v := int32(a.values[c])
		for _, s := range b.sites[c] {
			if a.counts[s.count+v] > 1 {
				return true
			}
		}
	}
	return false
}

// redraw gives a unit a new permutation, drawn exactly from the Boltzmann distribution; of a wide unit it
// permutes a part.
func (b *bath) redraw(a *individual, u *unit, rnd *random) {
	defer b.charge(a)
	if u.wide {
		b.redrawPart(a, u, rnd)
		return
	}
	for _, c := range u.cells {
		b.take(a, c)
	}
	b.weigh(a, u)
	b.sum(u)
	b.walk(a, u, rnd)
}

// weigh sets the weight of each choice from the counts of the other units.
func (b *bath) weigh(a *individual, u *unit) {
	b.weight = b.weight[:0]
	for _, ch := range u.choices {
		b.weight = append(b.weight, b.weightOf(a, ch.cell, ch.digit))
	}
}

// weightOf returns the weight of a digit in a cell, given all other genes.
func (b *bath) weightOf(a *individual, cell int32, digit uint8) float64 {
	w := 1.0
	for _, s := range b.sites[cell] {
		w *= b.boltz[s.gain+int32(a.counts[s.count+int32(digit)])]
	}
	if b.rules != nil {
		kept := a.values[cell]
		a.values[cell] = digit
		w *= math.Exp(-float64(b.digits) * b.rules.brokenAt(cell, a.values).float() / b.temperature)
		a.values[cell] = kept
	}
	return w
}

// sum computes for each state the total weight of its paths to the last one.
func (b *bath) sum(u *unit) {
	last := len(u.first) - 2
	paths, weight := b.room(last+1), b.weight
	paths[last] = 1
	end := len(u.edges)
	for s := last - 1; s >= 0; s-- {
		begin := int(u.first[s])
		total := 0.0
		for _, e := range u.edges[begin:end] {
			total += weight[e.choice] * paths[e.to]
		}
		paths[s] = total
		end = begin
	}
}

// room returns scratch for the sums of so many states.
func (b *bath) room(states int) []float64 {
	if cap(b.paths) < states {
		b.paths = make([]float64, 2*states)
	}
	return b.paths[:states]
}

// walk follows the edges of the graph with their probabilities and puts the digits.
func (b *bath) walk(a *individual, u *unit, rnd *random) {
	state := int32(0)
	for range u.cells {
		edges := u.edges[u.first[state]:u.first[state+1]]
		pick := edges[0]
		if len(edges) > 1 {
			left := rnd.float() * b.paths[state]
			for _, e := range edges {
				pick = e
				if left -= b.weight[e.choice] * b.paths[e.to]; left < 0 {
					break
				}
			}
		}
		b.put(a, u.choices[pick.choice].cell, u.choices[pick.choice].digit)
		state = pick.to
	}
}
