package evolve

import (
	"bytes"
	"cmp"
	"slices"
)

// parent returns a random individual.
func (p *paper) parent() *chromosome { return p.population[p.below(len(p.population))] }

// survive lets the best of parents and children live on, each grid once.
func (p *paper) survive() {
	all := append(slices.Clone(p.population), p.children...)
	p.rank(all)
	all = twinsLast(all)
	copy(p.population, all)
	copy(p.children, all[len(p.population):])
	p.rank(p.population)
}

// rank sorts by fitness, best first; equal grids come next to each other.
func (p *paper) rank(list []*chromosome) {
	slices.SortFunc(list, func(a, b *chromosome) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.hash, b.hash))
	})
}

// twinsLast moves the individuals that equal an earlier one behind all others.
func twinsLast(list []*chromosome) []*chromosome {
	first := make(map[uint64]*chromosome, len(list))
	unique, twins := make([]*chromosome, 0, len(list)), []*chromosome(nil)
	for _, c := range list {
		if twin, ok := first[c.hash]; ok && bytes.Equal(twin.values, c.values) {
			twins = append(twins, c)
			continue
		}
		first[c.hash] = c
		unique = append(unique, c)
	}
	return append(unique, twins...)
}
