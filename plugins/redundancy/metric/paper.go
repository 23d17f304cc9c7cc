package metric

import "math/rand/v2"

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
