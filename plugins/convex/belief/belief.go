// Package belief estimates and computes the marginals of a puzzle: how probable each digit is in each cell if a grid
// is drawn from all that fit, with the probabilities that soft clues give them.
//
// # Words
//
// A grid weighs w, the product of the prior probabilities of its digits; a cell without a soft clue gives each digit
// the weight 1. With Z = Σ w over all grids that fit, the grid is drawn with probability w/Z. Then
//
//	marginal of (c, d)   Σ w over the grids with digit d in cell c, by Z
//	solution entropy     −Σ (w/Z) log (w/Z), in nats; log of the number of grids if all weigh the same
//	marginal entropy     Σ over cells of the entropies of their marginals; at least the solution entropy
//
// # Three ways
//
//   - Enumerate visits every grid. It is exact, and slow where there are millions.
//   - Propagate is loopy belief propagation after T. Moon and J. Gunther, Multiple Constraint
//     Satisfaction by Belief Propagation: An Example Using Sudoku, 2006. Cells and houses send each other messages. The
//     message of a house is a sum over all ways to fill it, which dynamic programming over sets of digits makes exact;
//     that the messages of several houses depend on each other is what it neglects.
//   - Balance is Sinkhorn balancing after T. Moon, J. Gunther and J. Kupin, Sinkhorn Solves Sudoku, 2009:
//     the probabilities of each cell, then of each digit in each house, are scaled to sum to one, again and again. Its
//     limit is the point of the polytope that is nearest to the prior in relative entropy.
//
// The variants belief and sinkhorn of plugin convex solve puzzles with them: as long as the most probable digits are no
// solution, the most certain cell is decided.
package belief

import (
	"math"
	"math/bits"

	"github.com/sudokuctl/sudokuctl/core/search"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
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

// listen sends the messages of all cells to their houses: the product of the prior and the other houses' messages.
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

// MaxSize is the largest number of digits for which the package works: a message of a house sums over sets of digits.
const MaxSize = 16

// Graph is the cells and houses of a geometry. It holds the memory of the algorithms and is not safe for concurrent
// use.
type Graph struct {
	n, cells int
	houses   []house
	of       [][]seat // seats of each cell

	forward, backward []float64 // of a house, by sets of digits
	next              []float64
}

// house is cells with different digits, and the messages between them: n numbers for each seat.
type house struct {
	cells    []int
	in, out  []float64
	complete bool // there are as many cells as digits, so every digit is in it
}

// seat is a place of a cell in a house.
type seat struct{ house, at int }

// New returns the graph of a geometry, nil if it has more than MaxSize digits.
func New(g *sudoku.Geometry) *Graph {
	if g.N() > MaxSize {
		return nil
	}
	b := &Graph{n: g.N(), cells: g.Cells(), of: make([][]seat, g.Cells()),
		forward: make([]float64, 1<<g.N()), backward: make([]float64, 1<<g.N()), next: make([]float64, g.N())}
	for _, h := range g.Houses() {
		size := g.N() * len(h.Cells)
		for at, c := range h.Cells {
			b.of[c] = append(b.of[c], seat{len(b.houses), at})
		}
		b.houses = append(b.houses, house{cells: h.Cells, in: make([]float64, size), out: make([]float64, size),
			complete: len(h.Cells) == g.N()})
	}
	return b
}

// normalize scales values to sum to one and reports whether it could.
func normalize(values []float64) bool {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	if !(sum > 0) {
		return false
	}
	for i := range values {
		values[i] /= sum
	}
	return true
}

// Census holds what a visit of all grids that fit has found: their number, the probability of each digit in each cell,
// and the best grid.
type Census struct {
	Grids     int
	Marginals []float64   // n for each cell
	Entropy   float64     // of the grids, in nats
	Best      sudoku.Grid // of the greatest weight; nil if there is no grid
}

// Entropy returns −Σ p log p, in nats; 0 log 0 is 0. Of all marginals it is the sum of the entropies of the cells, of a
// point of the polytope its H(x) (9).
func Entropy(ps []float64) float64 {
	h := 0.0
	for _, p := range ps {
		if p > 0 {
			h -= p * math.Log(p)
		}
	}
	return h
}

// Enumerate visits all grids of a puzzle whose digits have a prior above 0: prior has n numbers for each cell. If there
// are more than most, or stop asks to end, it reports false and the census of the visited grids.
func Enumerate(p *sudoku.Puzzle, prior []float64, most int, stop func() bool) (census Census, all bool) {
	census.Marginals = make([]float64, len(prior))
	n, total, surely, best := p.Geometry().N(), 0.0, 0.0, 0.0 // Σ w, Σ w log w, the greatest w
	e := search.New(p.Geometry())
	e.Guess, e.Late = func() bool { return !stop() }, stop
	if !e.Load(p) {
		return census, !stop()
	}
	all = e.Search(func(grid sudoku.Grid) bool {
		w := 1.0
		for c, d := range grid {
			w *= prior[c*n+int(d)-1]
		}
		if w == 0 {
			return true
		}
		if census.Grids == most {
			return false
		}
		census.Grids++
		total += w
		surely += w * math.Log(w)
		for c, d := range grid {
			census.Marginals[c*n+int(d)-1] += w
		}
		if w > best {
			best, census.Best = w, append(census.Best[:0], grid...)
		}
		return true
	})
	if total > 0 {
		for i := range census.Marginals {
			census.Marginals[i] /= total
		}
		census.Entropy = math.Log(total) - surely/total
	}
	return census, all
}

const (
	mostSweeps = 500
	balanced   = 1e-7 // error of a sum below which balancing ends
)

// Balance estimates the marginals by Sinkhorn balancing: it scales prior, as in Propagate, until the digits of each
// cell and the places of each digit in each house sum to one; in a house with fewer cells than digits, to one at most.
// It returns the number of sweeps, and false if a sum is zero, which shows that nothing fits.
func (b *Graph) Balance(prior []float64, stop func() bool) (sweeps int, ok bool) {
	for sweeps < mostSweeps && !stop() {
		sweeps++
		for c := range b.cells {
			if !normalize(prior[c*b.n : (c+1)*b.n]) {
				return sweeps, false
			}
		}
		worst := 0.0
		for i := range b.houses {
			h := &b.houses[i]
			for d := range b.n {
				sum := 0.0
				for _, c := range h.cells {
					sum += prior[c*b.n+d]
				}
				switch {
				case sum == 0 && h.complete:
					return sweeps, false
				case sum < 1 && !h.complete:
					continue
				}
				worst = max(worst, math.Abs(sum-1))
				for _, c := range h.cells {
					prior[c*b.n+d] /= sum
				}
			}
		}
		if worst < balanced {
			break
		}
	}
	for c := range b.cells {
		if !normalize(prior[c*b.n : (c+1)*b.n]) {
			return sweeps, false
		}
	}
	return sweeps, true
}
