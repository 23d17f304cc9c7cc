package evolve

import "math"

// nats is an amount of entropy in units of 2⁻³⁰ nat. Whole numbers keep sums exact: a score that was changed cell
// by cell for an hour equals the one counted afresh, and a grid is a solution exactly when its score is the optimum.
type nats int64

const nat = 1 << 30

func (n nats) float() float64 { return float64(n) / nat }

// objective scores a grid by how often each digit stands in each house. A digit that stands k times in a
// house of m cells adds term(m, k); the entropy is the sum of such terms and largest when all digits of
// each house differ.
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
