package metric

import (
	"math"
	"math/rand/v2"
)

// parts is a bipartition of the clues that can be changed clue by clue.
type parts struct {
	h        *hypergraph
	inA      []bool
	count    []int   // for each edge how many of its clues are in A
	incident [][]int // for each clue the indexes of its edges
	split    int     // places that both parts cover
	gains    []int   // for each clue by how much split grows when it moves to the other part
}

// newParts returns a bipartition in which every clue is in B.
func newParts(h *hypergraph) *parts {
	p := &parts{h: h, inA: make([]bool, h.n), count: make([]int, len(h.edges)), incident: make([][]int, h.n),
		gains: make([]int, h.n)}
	for i, e := range h.edges {
		for _, k := range e.clues {
			p.incident[k] = append(p.incident[k], i)
		}
	}
	return p
}

// set makes p the given bipartition.
func (p *parts) set(inA []bool) {
	copy(p.inA, inA)
	clear(p.gains)
	p.split = 0
	for i, e := range p.h.edges {
		p.count[i] = 0
		for _, k := range e.clues {
			if inA[k] {
				p.count[i]++
			}
		}
		p.credit(i, 1)
		if p.isSplit(i) {
			p.split += e.weight
		}
	}
}

// isSplit reports whether a set has clues in both parts.
func (p *parts) isSplit(i int) bool { return p.count[i] > 0 && p.count[i] < len(p.h.edges[i].clues) }

// flip moves a clue to the other part.
func (p *parts) flip(k int) {
	p.split += p.gains[k]
	for _, i := range p.incident[k] {
		p.credit(i, -1)
	}
	p.inA[k] = !p.inA[k]
	for _, i := range p.incident[k] {
		p.count[i] += sign(p.inA[k])
		p.credit(i, 1)
	}
}

// credit adds times what an edge gives to the gains of its clues: its weight to all if they are in one part,
// minus its weight to one that is alone in its part.
func (p *parts) credit(i, times int) {
	e := &p.h.edges[i]
	for _, k := range e.clues {
		own := p.count[i]
		if !p.inA[k] {
			own = len(e.clues) - own
		}
		switch own { // clues in the part of k, k among them
		case len(e.clues):
			p.gains[k] += times * e.weight
		case 1:
			p.gains[k] -= times * e.weight
		}
	}
}

// climb flips every clue that raises split, and reports whether any did.
func (p *parts) climb() bool {
	before := p.split
	for k := range p.inA {
		if p.gains[k] > 0 {
			p.flip(k)
		}
	}
	return p.split > before
}

// tabu improves a bipartition: it always flips the best clue that was not flipped lately, and keeps the best it saw.
func tabu(h *hypergraph, from []bool) []bool {
	const stepsPerClue, rest = 50, 7
	p := newParts(h)
	p.set(from)
	best, record := append([]bool(nil), from...), p.split
	free := make([]int, h.n) // the step from which on a clue may move again
	for step := range stepsPerClue * h.n {
		if k := p.bestFlip(free, step, record); k >= 0 {
			p.flip(k)
			free[k] = step + rest + step%rest
		}
		if p.split > record {
			record = p.split
			copy(best, p.inA)
		}
	}
	return best
}

// bestFlip returns the free clue whose change brings most.
func (p *parts) bestFlip(free []int, step, record int) int {
	best, most := -1, math.MinInt
	for k := range p.inA {
		gain := p.gains[k]
		if gain > most && (free[k] <= step || p.split+gain > record) {
			best, most = k, gain
		}
	}
	return best
}

// sign returns 1 or -1.
func sign(positive bool) int {
	if positive {
		return 1
	}
	return -1
}

// paperBipartition is BiPartMax, the heuristic of the paper: for δ = 0 … 3 the best of a number of random
// bipartitions with |A| = ceil(C/2) - δ, B being the rest, improved by exchanges. Where the pseudo code goes
// on for as long as J does not fall it would not end on a tie; here every exchange must raise J.
func paperBipartition(h *hypergraph, starts int, random *rand.Rand) int {
	p := newParts(h)
	best := 0
	for delta := range 4 {
		size := (h.n+1)/2 - delta
		if size < 1 {
			break
		}
		p.set(h.bestStart(size, starts, random))
		for p.exchange() {
		}
		best = max(best, p.split)
	}
	return best
}

// bestStart returns the best of a number of random bipartitions with size clues in A.
func (h *hypergraph) bestStart(size, number int, random *rand.Rand) []bool {
	clues := make([]int, h.n) // in random order
	for i := range clues {
		clues[i] = i
	}
	best, record := make([]bool, h.n), -1
	inA := make([]bool, h.n)
	for range number {
		clear(inA)
		for i := range size {
			j := i + int(random.Uint32N(uint32(h.n-i)))
			clues[i], clues[j] = clues[j], clues[i]
			inA[clues[i]] = true
		}
		if split := h.split(inA); split > record {
			record = split
			copy(best, inA)
		}
	}
	return best
}

// exchange goes through the clues of A and swaps each with the clue of B that raises J most, if any does. It
// reports whether any swap was made.
func (p *parts) exchange() bool {
	improved := false
	for a := range p.inA {
		if !p.inA[a] {
			continue
		}
		if b := p.bestPartner(a); b >= 0 {
			p.flip(a)
			p.flip(b)
			improved = true
		}
	}
	return improved
}

// bestPartner returns the best clue to exchange a with.
func (p *parts) bestPartner(a int) int {
	best, record := -1, p.split
	p.flip(a)
	for b := range p.inA {
		if b != a && !p.inA[b] && p.split+p.gains[b] > record {
			best, record = b, p.split+p.gains[b]
		}
	}
	p.flip(a)
	return best
}
