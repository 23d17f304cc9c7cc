package belief

import (
	"math"
	"math/bits"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Census is what all grids say together.
type Census struct {
	Grids     int
	Marginals []float64   // n for each cell
	Entropy   float64     // of the grids, in nats
	Best      sudoku.Grid // of the greatest weight; nil if there is no grid
}

// MarginalEntropy returns the sum of the entropies of the cells.
func (c *Census) MarginalEntropy() float64 {
	h := 0.0
	for _, p := range c.Marginals {
		if p > 0 {
			h -= p * math.Log(p)
		}
	}
	return h
}

// counter visits grids by backtracking on the cell with the fewest digits.
type counter struct {
	*Graph
	prior  []float64
	may    []uint32
	digit  []uint8
	trail  []erased
	most   int
	stop   func() bool
	nodes  int
	halted bool

	census Census
	total  float64 // Σ w
	surely float64 // Σ w log w
	best   float64
}

// erased is a cell and the digits that it had before.
type erased struct {
	cell int
	may  uint32
}

// Enumerate visits all grids whose digits have a prior above 0. It reports false, and the census of those that it
// has visited, if there are more than most or stop asks to end.
func (b *Graph) Enumerate(prior []float64, most int, stop func() bool) (Census, bool) {
	n := &counter{Graph: b, prior: prior, may: make([]uint32, b.cells), digit: make([]uint8, b.cells), most: most, stop: stop,
		census: Census{Marginals: make([]float64, len(prior))}}
	for c := range b.cells {
		for d := range b.n {
			if prior[c*b.n+d] > 0 {
				n.may[c] |= 1 << d
			}
		}
	}
	n.visit(0, 1)
	if n.total > 0 {
		for i := range n.census.Marginals {
			n.census.Marginals[i] /= n.total
		}
		n.census.Entropy = math.Log(n.total) - n.surely/n.total
	}
	return n.census, !n.halted
}

// visit goes on from a board with some cells decided, whose digits weigh w.
func (n *counter) visit(decided int, w float64) {
	const often = 1 << 12
	if n.nodes++; n.nodes%often == 0 && n.stop() {
		n.halted = true
	}
	if decided == n.cells {
		n.found(w)
		return
	}
	cell, fewest := -1, n.n+1
	for c, may := range n.may {
		if n.digit[c] != 0 {
			continue
		}
		if count := bits.OnesCount32(may); count < fewest {
			cell, fewest = c, count
		}
	}
	for may := n.may[cell]; may != 0 && !n.halted; may &= may - 1 {
		d := bits.TrailingZeros32(may)
		mark := len(n.trail)
		n.digit[cell] = uint8(d + 1)
		if n.erase(cell, 1<<d) {
			n.visit(decided+1, w*n.prior[cell*n.n+d])
		}
		n.digit[cell] = 0
		for len(n.trail) > mark {
			last := n.trail[len(n.trail)-1]
			n.may[last.cell], n.trail = last.may, n.trail[:len(n.trail)-1]
		}
	}
}

// erase takes a digit from the undecided peers of a cell and reports whether each has another.
func (n *counter) erase(cell int, digit uint32) bool {
	for _, p := range n.peers[cell] {
		if n.digit[p] != 0 || n.may[p]&digit == 0 {
			continue
		}
		n.trail = append(n.trail, erased{p, n.may[p]})
		if n.may[p] &^= digit; n.may[p] == 0 {
			return false
		}
	}
	return true
}

func (n *counter) found(w float64) {
	if n.census.Grids == n.most {
		n.halted = true
		return
	}
	n.census.Grids++
	n.total += w
	n.surely += w * math.Log(w)
	for c, d := range n.digit {
		n.census.Marginals[c*n.n+int(d)-1] += w
	}
	if w > n.best {
		n.best = w
		n.census.Best = append(n.census.Best[:0], n.digit...)
	}
}
