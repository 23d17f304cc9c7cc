package evolve

import (
	"math/bits"
)

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
