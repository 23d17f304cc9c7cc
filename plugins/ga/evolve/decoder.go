package evolve

import "github.com/sudokuctl/sudokuctl/core/sudoku"

// genome holds random keys: for each cell one that says how early it is chosen among cells of equal entropy,
// and one for each digit; of the candidates of a chosen cell that with the greatest key is taken. A gene is
// a cell's keys.
type genome struct {
	keys   []uint8 // cell c: keys[c*(n+1)] its priority, keys[c*(n+1)+d] that of digit d
	values []uint8 // the decoded grid, 0 where it was left empty
	score  nats
}

// decoder evolves genomes whose grids are decoded: the cell of least entropy ln(candidates) gets the digit
// that its gene prefers, singles follow, and so on until the grid is full or contradictory. The fitness is
// the entropy of the houses as far as they were filled. A child replaces the worst genome unless it is worse.
type decoder struct {
	*run
	start, dive *dive
	population  []*genome
	child       *genome
	masks       []bool
	begun       int64
}

func evolveDecoder(r *run) {
	d := &decoder{run: r, start: newDive(r.layout, r.cand), dive: newDive(r.layout, r.cand)}
	if !d.start.settle() {
		return
	}
	d.masks = make([]bool, r.cells)
	d.child = d.newGenome()
	for range r.population {
		d.population = append(d.population, d.newGenome())
	}
	d.restart()
	d.tell(d.grids)
	for !d.over {
		for range d.population {
			d.breed()
			if d.over {
				break
			}
		}
		d.generations++
		d.tell(d.grids)
		if d.due(d.begun) && !d.over {
			d.restarts++
			d.restart()
		}
	}
}

func (d *decoder) newGenome() *genome {
	return &genome{keys: make([]uint8, d.cells*d.stride), values: make([]uint8, d.cells)}
}

func (d *decoder) grids(yield func([]uint8) bool) {
	for _, g := range d.population {
		if !yield(g.values) {
			return
		}
	}
}

func (d *decoder) restart() {
	d.begun = d.evaluations
	for _, g := range d.population {
		if d.over {
			return
		}
		d.randomize(g.keys)
		d.evaluate(g)
	}
}

func (d *decoder) randomize(keys []uint8) {
	for i := range keys {
		keys[i] = uint8(d.next())
	}
}

// breed makes a child of one parent, or of two by the crossover probability, mutates it and lets it replace the worst.
func (d *decoder) breed() {
	copy(d.child.keys, d.parent().keys)
	if d.chance(d.crossover) {
		d.cross(d.parent())
	}
	for c := range d.cells {
		if d.chance(d.mutation) {
			d.randomize(d.gene(d.child, c))
		}
	}
	d.evaluate(d.child)
	worst := 0
	for i, g := range d.population {
		if g.score < d.population[worst].score {
			worst = i
		}
	}
	if d.child.score >= d.population[worst].score {
		d.child, d.population[worst] = d.population[worst], d.child
	}
}

func (d *decoder) gene(g *genome, cell int) []uint8 {
	return g.keys[cell*d.stride:][:d.stride]
}

func (d *decoder) cross(partner *genome) {
	d.crossMask(d.masks)
	for c, taken := range d.masks {
		if taken {
			copy(d.gene(d.child, c), d.gene(partner, c))
		}
	}
}

func (d *decoder) parent() *genome {
	best := d.population[d.below(len(d.population))]
	for range d.tournament - 1 {
		if g := d.population[d.below(len(d.population))]; g.score > best.score {
			best = g
		}
	}
	return best
}

// evaluate decodes g. A solution that has been noted is scored lowest, so that it is the next to be replaced.
func (d *decoder) evaluate(g *genome) {
	d.decode(g)
	g.score = d.goal.count(g.values, d.scratch)
	d.spend(1)
	if d.note(g.values, g.score) {
		g.score = -1
	}
}

func (d *decoder) decode(g *genome) {
	d.dive.begin(d.start)
	for ok := true; ok; {
		cell := d.leastEntropy(g)
		if cell < 0 {
			break
		}
		ok = d.dive.choose(cell, d.preferred(g, cell))
	}
	copy(g.values, d.dive.values)
}

// leastEntropy returns the open cell with the fewest candidates, of several that with the greatest priority;
// −1 when all are filled.
func (d *decoder) leastEntropy(g *genome) int32 {
	best, fewest, priority := int32(-1), d.n+1, uint8(0)
	for c, v := range d.dive.values {
		if v != 0 {
			continue
		}
		k := d.dive.cand[c].Len()
		if p := g.keys[c*d.stride]; k < fewest || k == fewest && p > priority {
			best, fewest, priority = int32(c), k, p
		}
	}
	return best
}

func (d *decoder) preferred(g *genome, cell int32) int {
	gene := d.gene(g, int(cell))
	best := 0
	for digit := range sudoku.Digits(d.dive.cand[cell]).All {
		if best == 0 || gene[digit] > gene[best] {
			best = digit
		}
	}
	return best
}
