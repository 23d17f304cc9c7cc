package belief

import (
	"math"
	"math/bits"
)

const (
	mostRounds = 300
	damping    = 0.5  // share of the old message that stays
	settled    = 1e-7 // change of a marginal below which propagation ends
)

// Propagate estimates the marginals by loopy belief propagation. prior has n numbers for each cell, 0 for digits that
// are impossible; it becomes the marginals. Propagate returns the number of rounds, and false if the messages show that
// nothing fits. A round that does not settle is no failure: the latest estimate counts.
func (b *Graph) Propagate(prior []float64, stop func() bool) (rounds int, ok bool) {
	for i := range b.houses {
		h := &b.houses[i]
		for j := range h.out {
			h.out[j] = 1 / float64(b.n)
		}
	}
	marginals := make([]float64, len(prior))
	for rounds < mostRounds && !stop() {
		rounds++
		if !b.listen(prior) {
			return rounds, false
		}
		for i := range b.houses {
			if !b.speak(&b.houses[i]) {
				return rounds, false
			}
		}
		change := 0.0
		for c := range b.cells {
			copy(b.next, prior[c*b.n:(c+1)*b.n])
			b.gather(c, -1)
			if !normalize(b.next) {
				return rounds, false
			}
			for d, v := range b.next {
				change = max(change, math.Abs(v-marginals[c*b.n+d]))
				marginals[c*b.n+d] = v
			}
		}
		if change < settled {
			break
		}
	}
	copy(prior, marginals)
	return rounds, true
}

// gather multiplies next by the messages of the houses of a cell but one.
func (b *Graph) gather(cell, but int) {
	for _, s := range b.of[cell] {
		if s.house == but {
			continue
		}
		for d := range b.next {
			b.next[d] *= b.houses[s.house].out[s.at*b.n+d]
		}
	}
}

// listen sends the messages of all cells: to each house, what its prior and its other houses say.
func (b *Graph) listen(prior []float64) bool {
	for c := range b.cells {
		for _, s := range b.of[c] {
			copy(b.next, prior[c*b.n:(c+1)*b.n])
			b.gather(c, s.house)
			if !normalize(b.next) {
				return false
			}
			copy(b.houses[s.house].in[s.at*b.n:], b.next)
		}
	}
	return true
}

// speak sends the messages of a house: for each of its cells and each digit d, the weight of all ways to fill the
// others with different digits other than d. forward[S] is the weight of all ways to fill the first |S| cells with the
// digits of S, backward[S] that of filling the others without them.
func (b *Graph) speak(h *house) bool {
	n, size := b.n, len(h.cells)
	clear(b.forward)
	b.forward[0] = 1
	for set, v := range b.forward {
		at := bits.OnesCount(uint(set))
		if v == 0 || at >= size {
			continue
		}
		for d, w := range h.in[at*n : (at+1)*n] {
			if set>>d&1 == 0 {
				b.forward[set|1<<d] += v * w
			}
		}
	}
	for set := len(b.backward) - 1; set >= 0; set-- {
		at := bits.OnesCount(uint(set))
		if at >= size {
			b.backward[set] = 1
			continue
		}
		sum := 0.0
		for d, w := range h.in[at*n : (at+1)*n] {
			if set>>d&1 == 0 {
				sum += w * b.backward[set|1<<d]
			}
		}
		b.backward[set] = sum
	}
	return b.answer(h)
}

// answer makes the messages from forward and backward, mixed with those of the last round.
func (b *Graph) answer(h *house) bool {
	n, size := b.n, len(h.cells)
	fresh := make([]float64, len(h.out))
	for set, v := range b.forward {
		at := bits.OnesCount(uint(set))
		if v == 0 || at >= size {
			continue
		}
		for d := range n {
			if set>>d&1 == 0 {
				fresh[at*n+d] += v * b.backward[set|1<<d]
			}
		}
	}
	for at := range size {
		message := fresh[at*n : (at+1)*n]
		if !normalize(message) {
			return false
		}
		for d, v := range message {
			old := &h.out[at*n+d]
			*old = damping**old + (1-damping)*v
		}
	}
	return true
}
