package evolve

import (
	"bytes"
	"cmp"
	"hash/fnv"
	"math"
	"slices"
)

// chromosome is an individual of the paper: a grid whose genes are permutations, and its fitness.
type chromosome struct {
	values []uint8
	score  nats
	hash   uint64 // of values, to find duplicates
}

// paper is the algorithm as printed: half of the children are mutated, half crossed, and every so many generations
// half of the population is drawn anew. Selection and survival, which the paper does not say, are
// ours: parents are drawn at random, and the best of parents and children live on.
type paper struct {
	*run
	population []*chromosome // after a generation sorted, best first
	children   []*chromosome
	masks      []bool
	begun      int64
	solved     bool // this population holds a solution
}

// evolvePaper runs the paper's algorithm until it has its solutions or its budget is over.
func evolvePaper(r *run) {
	p := &paper{run: r, masks: make([]bool, len(r.units))}
	for range r.Population {
		p.population = append(p.population, &chromosome{values: make([]uint8, r.cells)})
		p.children = append(p.children, &chromosome{values: make([]uint8, r.cells)})
	}
	p.restart()
	p.tell(p.grids)
	for !p.over {
		p.breed()
		p.survive()
		p.generations++
		p.tell(p.grids)
		switch {
		case p.over:
		case p.solved || p.due(p.begun):
			p.restarts++
			p.restart()
		case p.RenewEvery > 0 && p.generations%int64(p.RenewEvery) == 0:
			p.renew(len(p.population) / 2)
		}
	}
}

// grids lists the grids of the population.
func (p *paper) grids(yield func([]uint8) bool) {
	for _, c := range p.population {
		if !yield(c.values) {
			return
		}
	}
}

// restart begins with a fresh population.
func (p *paper) restart() {
	p.begun, p.solved = p.evaluations, false
	p.renew(0)
}

// renew draws new individuals in the place of all but the best few.
func (p *paper) renew(keep int) {
	for _, c := range p.population[keep:] {
		if p.over {
			break
		}
		p.blindGrid(c.values, &p.random)
		p.evaluate(c)
	}
	p.rank(p.population)
}

// evaluate sets fitness and hash. When more solutions are wanted than the one found, a fresh population is
// to look for them.
func (p *paper) evaluate(c *chromosome) {
	c.score = p.score(c.values)
	c.hash = hash(c.values)
	p.spend(1)
	p.solved = p.note(c.values, c.score) || p.solved
}

// hash returns a hash of a grid, to find duplicates.
func hash(values []uint8) uint64 {
	h := fnv.New64a()
	_, _ = h.Write(values)
	return h.Sum64()
}

// breed makes as many children as there are individuals: by mutation, then by crossover, which gives two at a time.
func (p *paper) breed() {
	crossed := int(math.Round(p.Crossover * float64(len(p.children))))
	mutated := len(p.children) - crossed
	for _, c := range p.children[:mutated] {
		copy(c.values, p.parent().values)
		p.mutate(c)
		if p.over {
			return
		}
		p.evaluate(c)
	}
	for i := mutated; i < len(p.children) && !p.over; i += 2 {
		one, two := p.children[i], p.children[min(i+1, len(p.children)-1)]
		p.cross(one, two)
		p.evaluate(one)
		if one != two && !p.over {
			p.evaluate(two)
		}
	}
}

// cross makes two children of two parents by exchanging genes.
func (p *paper) cross(one, two *chromosome) {
	mother, father := p.parent(), p.parent()
	copy(two.values, father.values)
	copy(one.values, mother.values)
	p.crossMask(p.masks)
	p.exchange(two.values, mother.values, p.masks)
	p.exchange(one.values, father.values, p.masks)
}

// mutate exchanges two free positions of each gene with the mutation probability (section 3.3). Where
// propagation has narrowed the candidates, an exchange that they forbid is left out.
func (p *paper) mutate(c *chromosome) {
	for _, u := range p.units {
		if !p.chance(p.Mutation) {
			continue
		}
		i := p.below(len(u.cells))
		j := (i + 1 + p.below(len(u.cells)-1)) % len(u.cells)
		a, b := u.cells[i], u.cells[j]
		v, w := c.values[a], c.values[b]
		if u.cand[a].Has(int(w)) && u.cand[b].Has(int(v)) {
			c.values[a], c.values[b] = w, v
		}
	}
}

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

// crossMask chooses which genes of two parents are exchanged, by one of the paper's three operators with equal
// probability (section 3.2): one random gene; all genes from a cut point on; each gene by the toss of a coin.
func (r *random) crossMask(mask []bool) {
	clear(mask)
	n := len(mask)
	switch r.below(3) {
	case 0:
		mask[r.below(n)] = true
	case 1:
		for i := r.below(n); i < n; i++ {
			mask[i] = true
		}
	case 2:
		for i := range mask {
			mask[i] = r.next()&1 == 1
		}
	}
}

// exchange copies the genes in mask from one grid to another.
func (q *problem) exchange(to, from []uint8, mask []bool) {
	for i, u := range q.units {
		if mask[i] {
			for _, c := range u.cells {
				to[c] = from[c]
			}
		}
	}
}
