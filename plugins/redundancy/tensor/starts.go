package tensor

import (
	"math/bits"
	"math/rand/v2"
)

// starts are up to 64 bipartitions that are valued at once: bit i of sides[k] says whether clue k is in part
// A of bipartition i, and bit i of planes[j] is bit j of the number of places that bipartition i splits.
type starts struct {
	h      *hypergraph
	sides  []uint64
	planes []uint64
	clues  []int // in random order
}

func newStarts(h *hypergraph) *starts {
	s := &starts{h: h, sides: make([]uint64, h.n), planes: make([]uint64, bits.Len(uint(h.places()))),
		clues: make([]int, h.n)}
	for i := range s.clues {
		s.clues[i] = i
	}
	return s
}

// draw makes count bipartitions with size random clues in A.
func (s *starts) draw(count, size int, random *rand.Rand) {
	clear(s.sides)
	for bit := range count {
		for i := range size {
			j := i + int(random.Uint32N(uint32(s.h.n-i)))
			s.clues[i], s.clues[j] = s.clues[j], s.clues[i]
			s.sides[s.clues[i]] |= 1 << bit
		}
	}
}

// value counts the places that each bipartition splits.
func (s *starts) value() {
	clear(s.planes)
	for _, e := range s.h.edges {
		all, some := ^uint64(0), uint64(0)
		for _, k := range e.clues {
			all &= s.sides[k]
			some |= s.sides[k]
		}
		for weight := uint(e.weight); weight != 0; weight &= weight - 1 {
			carry := some &^ all
			for j := bits.TrailingZeros(weight); carry != 0; j++ {
				s.planes[j], carry = s.planes[j]^carry, s.planes[j]&carry
			}
		}
	}
}

// best returns the number of the bipartition that splits most among the first count, and how many places.
func (s *starts) best(count int) (number, split int) {
	among := ^uint64(0) >> (64 - count)
	for j := len(s.planes) - 1; j >= 0; j-- {
		if with := among & s.planes[j]; with != 0 {
			among = with
			split |= 1 << j
		}
	}
	return bits.TrailingZeros64(among), split
}

// bestStart returns the best of a number of random bipartitions with size clues in A.
func bestStart(h *hypergraph, size, number int, random *rand.Rand) []bool {
	s := newStarts(h)
	best, record := make([]bool, h.n), -1
	for ; number > 0; number -= 64 {
		count := min(number, 64)
		s.draw(count, size, random)
		s.value()
		if bit, split := s.best(count); split > record {
			record = split
			for k, side := range s.sides {
				best[k] = side>>bit&1 == 1
			}
		}
	}
	return best
}
