package tensor

import "math"

// parts is a bipartition of the clues that can be changed clue by clue.
type parts struct {
	h        *hypergraph
	inA      []bool
	count    []int   // for each edge how many of its clues are in A
	incident [][]int // for each clue the indexes of its edges
	split    int     // places that both parts cover
}

func newParts(h *hypergraph) *parts {
	p := &parts{h: h, inA: make([]bool, h.n), count: make([]int, len(h.edges)), incident: make([][]int, h.n)}
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
	p.split = 0
	for i, e := range p.h.edges {
		p.count[i] = 0
		for _, k := range e.clues {
			if inA[k] {
				p.count[i]++
			}
		}
		if p.isSplit(i) {
			p.split += e.weight
		}
	}
}

func (p *parts) isSplit(i int) bool { return p.count[i] > 0 && p.count[i] < len(p.h.edges[i].clues) }

// flip moves a clue to the other part.
func (p *parts) flip(k int) {
	p.split += p.gain(k)
	step := sign(!p.inA[k])
	for _, i := range p.incident[k] {
		p.count[i] += step
	}
	p.inA[k] = !p.inA[k]
}

// gain returns by how much split grows when a clue moves to the other part.
func (p *parts) gain(k int) int {
	gain := 0
	for _, i := range p.incident[k] {
		e := &p.h.edges[i]
		own := p.count[i]
		if !p.inA[k] {
			own = len(e.clues) - own
		}
		switch own { // clues in the part of k, k among them
		case len(e.clues):
			gain += e.weight
		case 1:
			gain -= e.weight
		}
	}
	return gain
}

// tabu improves a bipartition: it always flips the best clue that was not flipped lately, and keeps the best
// it saw.
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

func (p *parts) bestFlip(free []int, step, record int) int {
	best, most := -1, math.MinInt
	for k := range p.inA {
		gain := p.gain(k)
		if gain > most && (free[k] <= step || p.split+gain > record) {
			best, most = k, gain
		}
	}
	return best
}
