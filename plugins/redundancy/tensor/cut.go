package tensor

import "slices"

// A cut is the bipartition problem seen as a loss to be minimised: the places lost because all clues that
// cover them are in one part. With s(u,v) = 1 when clues u and v are in the same part, a set {u,v} loses
// s(u,v) and a set {u,v,w} loses (s(u,v) + s(u,w) + s(v,w) - 1) / 2, so sets of two and three clues become a
// plain weighted max-cut; larger sets are kept. All losses are doubled to stay whole.
//
// Clues are numbered by their position in order.
type cut struct {
	n      int
	order  []int      // position -> clue
	weight [][]int    // weight[u][v]: doubled loss if u and v are together, their pull
	pull   [][]uint64 // pull[u]: weight[u][v] for v > u, as plain lanes
	rowSum []int      // sum of weight[u][v] over v > u
	offset int        // doubled loss = sum of pulls + large sets - offset
	large  []largeSet
	at     [][]int // indexes of the large sets that hold a position
}

// largeSet is an edge of four clues or more.
type largeSet struct {
	positions []int // increasing
	loss      int   // doubled
}

func (l *largeSet) first() int { return l.positions[0] }
func (l *largeSet) last() int  { return l.positions[len(l.positions)-1] }

func newCut(h *hypergraph) *cut {
	c := &cut{n: h.n, order: searchOrder(h), weight: make([][]int, h.n), at: make([][]int, h.n)}
	for u := range c.weight {
		c.weight[u] = make([]int, h.n)
	}
	position := make([]int, h.n)
	for i, k := range c.order {
		position[k] = i
	}
	for _, e := range h.edges {
		positions := make([]int, len(e.clues))
		for i, k := range e.clues {
			positions[i] = position[k]
		}
		c.put(positions, e.weight)
	}
	c.pack()
	return c
}

func (c *cut) put(positions []int, weight int) {
	switch len(positions) {
	case 2:
		c.putPairs(positions, 2*weight)
	case 3:
		c.putPairs(positions, weight)
		c.offset += weight
	default:
		slices.Sort(positions)
		for _, u := range positions {
			c.at[u] = append(c.at[u], len(c.large))
		}
		c.large = append(c.large, largeSet{positions: positions, loss: 2 * weight})
	}
}

func (c *cut) putPairs(positions []int, weight int) {
	for i, u := range positions {
		for _, v := range positions[:i] {
			c.weight[u][v] += weight
			c.weight[v][u] += weight
		}
	}
}

func (c *cut) pack() {
	c.pull, c.rowSum = make([][]uint64, c.n), make([]int, c.n)
	for u := range c.pull {
		c.pull[u] = make([]uint64, words(c.n))
		for v := u + 1; v < c.n; v++ {
			c.pull[u][v/perWord] |= uint64(c.weight[u][v]) << (v % perWord * laneBits)
			c.rowSum[u] += c.weight[u][v]
		}
	}
}

// places turns a doubled loss without offset into the number of places lost, rounded up.
func (c *cut) places(doubled int) int { return (doubled - c.offset + 1) / 2 }
