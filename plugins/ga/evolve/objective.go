package evolve

import (
	"math"
	"math/bits"
)

// nats is an amount of entropy in units of 2⁻³⁰ nat. Whole numbers keep sums exact: a score that was changed cell
// by cell for an hour equals the one counted afresh, and a grid is a solution exactly when its score is the optimum.
type nats int64

const nat = 1 << 30

// float returns the value in nats.
func (n nats) float() float64 { return float64(n) / nat }

// objective scores a grid by how often each digit stands in each house. A digit that stands k times in a house of m
// cells adds term(m, k); the entropy is the sum of such terms and largest when all digits of each house differ.
type objective struct {
	layout  *layout
	table   []nats // table[base[h]+k] = term(m, k), 0 ≤ k ≤ m
	base    []int32
	optimum nats
}

// entropyTerm is −(k/m)·ln(k/m), the summand of equations (1) and (2).
func entropyTerm(m, k int) float64 {
	if k == 0 {
		return 0
	}
	p := float64(k) / float64(m)
	return -p * math.Log(p)
}

// newObjective returns the entropy of the houses of a layout.
func newObjective(l *layout) *objective {
	o := &objective{layout: l, base: make([]int32, len(l.houses))}
	baseOf := map[int]int32{}
	for h, house := range l.houses {
		m := len(house.Cells)
		base, ok := baseOf[m]
		if !ok {
			base = int32(len(o.table))
			baseOf[m] = base
			for k := range m + 1 {
				o.table = append(o.table, nats(math.Round(entropyTerm(m, k)*nat)))
			}
		}
		o.base[h] = base
		o.optimum += nats(m) * o.table[base+1]
	}
	return o
}

// count fills counts from values and returns the score. An empty cell (0) adds nothing.
func (o *objective) count(values, counts []uint8) nats {
	clear(counts)
	var score nats
	for h, house := range o.layout.houses {
		row := counts[h*o.layout.stride:][:o.layout.stride]
		for _, c := range house.Cells {
			row[values[c]]++
		}
		table := o.table[o.base[h]:]
		for _, k := range row[1:] {
			score += table[k]
		}
	}
	return score
}

// site is one house of one cell as the incremental evaluation sees it: counts[count+d] says how often digit
// d stands there, gain[gain+k] what the score gains when a digit that stands there k times comes once more.
type site struct{ count, gain int32 }

// gains returns the differences of the objective's table: gains[base+k] = table[base+k+1] − table[base+k].
// The last entry of each house size is never asked for.
func (o *objective) gains() []nats {
	g := make([]nats, len(o.table))
	for i := range len(o.table) - 1 {
		g[i] = o.table[i+1] - o.table[i]
	}
	return g
}

// sites returns the sites of each cell, without those of the gene family's own houses: there every digit
// stands once whatever the genes are.
func (o *objective) sites(without *family) [][]site {
	own := make([]bool, len(o.layout.houses))
	for _, h := range without.houses {
		own[h] = true
	}
	sites := make([][]site, o.layout.cells)
	for c := range sites {
		for _, h := range o.layout.geometry.HousesOf(c) {
			if !own[h] {
				sites[c] = append(sites[c], site{int32(h * o.layout.stride), o.base[h]})
			}
		}
	}
	return sites
}

// individual is a grid with the counts behind its score.
type individual struct {
	values []uint8 // by cell, 1 … N
	counts []uint8 // see layout.stride
	score  nats
	broken nats // of the score: what is lost for broken clauses
}

// newIndividual returns an empty individual.
func newIndividual(l *layout) *individual {
	return &individual{values: make([]uint8, l.cells), counts: make([]uint8, len(l.houses)*l.stride)}
}

// copyFrom makes a equal to b.
func (a *individual) copyFrom(b *individual) {
	copy(a.values, b.values)
	copy(a.counts, b.counts)
	a.score, a.broken = b.score, b.broken
}

// partSize is how many cells of a wide unit are re-drawn at once: 2⁸ states.
const partSize = 8

// redrawPart permutes the digits of some random cells of a unit, drawn from the Boltzmann distribution given all
// the other cells: the same pass over sets of digits as for a whole unit, the sets being numbered by their bits.
func (b *bath) redrawPart(a *individual, u *unit, rnd *random) {
	cells := u.someCells(rnd)
	m := len(cells)
	var digits [partSize]uint8
	for i, c := range cells {
		digits[i] = a.values[c]
		b.take(a, c)
	}
	b.weighPart(a, u, cells, digits[:m])
	paths := b.sumPart(m)
	given := 0
	for i, c := range cells {
		left := rnd.float() * paths[given]
		pick := -1
		for j := range m {
			if w := b.weight[i*m+j] * paths[given|1<<j]; given>>j&1 == 0 && w > 0 {
				pick = j
				if left -= w; left < 0 {
					break
				}
			}
		}
		b.put(a, c, digits[pick])
		given |= 1 << pick
	}
}

// someCells moves random free cells to the front of the unit and returns them.
func (u *unit) someCells(rnd *random) []int32 {
	m := min(partSize, len(u.cells))
	for i := range m {
		j := i + rnd.below(len(u.cells)-i)
		u.cells[i], u.cells[j] = u.cells[j], u.cells[i]
	}
	return u.cells[:m]
}

// weighPart sets weight[i*m+j] to the weight of digit j in cell i, 0 where it is no candidate.
func (b *bath) weighPart(a *individual, u *unit, cells []int32, digits []uint8) {
	b.weight = b.weight[:0]
	for _, c := range cells {
		for _, d := range digits {
			w := 0.0
			if u.cand[c].Has(int(d)) {
				w = b.weightOf(a, c, d)
			}
			b.weight = append(b.weight, w)
		}
	}
}

// sumPart returns for each set of given digits the total weight of the ways to give the others.
func (b *bath) sumPart(m int) []float64 {
	paths := b.room(1 << m)
	last := 1<<m - 1
	paths[last] = 1
	for given := last - 1; given >= 0; given-- {
		row := b.weight[bits.OnesCount(uint(given))*m:][:m]
		total := 0.0
		for rest := last &^ given; rest != 0; rest &= rest - 1 {
			total += row[bits.TrailingZeros(uint(rest))] * paths[given|rest&-rest]
		}
		paths[given] = total
	}
	return paths
}
