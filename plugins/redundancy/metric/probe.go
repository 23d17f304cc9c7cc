package metric

import "math/rand/v2"

// probes is how many random descents estimate the size of a search.
const probes = 64

// size estimates how many decisions the search would take, by those that random descents meet (Knuth,
// Estimating the Efficiency of Backtrack Programs, 1975).
func (s *sphere) size() float64 {
	random := rand.New(rand.NewPCG(1, 0))
	total := 0.0
	for range probes {
		total += s.probe(random)
	}
	return total / probes
}

// probe descends at random and returns how many decisions the tree would have if it were alike everywhere.
func (s *sphere) probe(random *rand.Rand) float64 {
	value, alike, total := s.base, 1.0, 0.0
	for p := range s.h.n {
		ways, next := s.ways(p, value)
		if ways == 0 {
			break
		}
		alike *= float64(ways)
		total += alike
		chosen := random.IntN(ways)
		value, s.side[p] = next[chosen].value, next[chosen].side
	}
	return total
}

// decision is a side for the next position, and the bound with it.
type decision struct{ side, value float64 }

// ways returns the sides of position p that may lead to something better.
func (s *sphere) ways(p int, value float64) (int, [2]decision) {
	var next [2]decision
	n := 0
	row := s.rows[p*s.h.n:][:p+1]
	centre := dot(row[:p], s.side)
	for _, side := range [2]float64{-1, 1} {
		x := centre + float64(side*row[p])
		if bound := value + float64(x*x); bound <= s.limit {
			next[n] = decision{side, bound}
			n++
		}
	}
	return n, next
}
