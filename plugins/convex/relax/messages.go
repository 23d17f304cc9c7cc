package relax

import (
	"fmt"
	"math"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/convex/belief"
)

// messages are the variants belief, sinkhorn and marginals, which speak of the same probabilities as the polytope:
// package belief has the algorithms.
type messages struct {
	graph    *belief.Graph // nil: the geometry has too many digits
	variant  string
	most     int // grids of marginals
	point    []float64
	grid     sudoku.Grid
	estimate func(prior []float64, stop func() bool) (rounds int, ok bool)
}

func newMessages(s settings, f *frame) *messages {
	m := &messages{graph: belief.New(f.g), variant: s.Variant, most: s.MaxGrids, point: make([]float64, f.candidates),
		grid: make(sudoku.Grid, f.cells)}
	if m.graph != nil {
		m.estimate = m.graph.Propagate
		if s.Variant == "sinkhorn" {
			m.estimate = m.graph.Balance
		}
	}
	return m
}

func (m *messages) solve(r *run) error {
	if m.graph == nil {
		return fmt.Errorf("variant %s of a geometry with more than %d digits: %w", m.variant, belief.MaxSize, sudoku.ErrUnsupported)
	}
	if m.variant == "marginals" {
		return m.count(r)
	}
	for b := r.board; ; r.guesses++ {
		m.prior(r)
		rounds, ok := m.estimate(m.point, r.done)
		r.iterations += rounds
		r.nodes++
		switch {
		case r.done():
			return r.ctx.Err()
		case !ok:
			return sudoku.ErrGaveUp
		}
		if r.guesses == 0 {
			m.tell(r)
		}
		if c, d := m.round(b); c < 0 {
			if r.emit(m.grid) {
				return sudoku.ErrGaveUp
			}
			return nil
		} else if !b.assign(c, d) {
			return sudoku.ErrGaveUp
		}
	}
}

// prior sets point to the weights of the digits that the board has left.
func (m *messages) prior(r *run) {
	n := r.frame.n
	for c, digits := range r.board.cand {
		for d := range n {
			m.point[c*n+d] = 0
			if digits.Has(d + 1) {
				m.point[c*n+d] = 1
			}
		}
	}
	for _, s := range r.puzzle.Soft() {
		for d := range s.Allowed.All {
			if s.Prob != nil {
				m.point[s.Cell*n+d-1] *= s.Prob[d-1]
			}
		}
	}
}

// round fills grid with the most probable digit of each cell. If that is no solution it returns the most certain of
// the undecided cells and its digit, else −1.
func (m *messages) round(b *board) (cell int32, digit int) {
	n, most := b.f.n, -1.0
	cell = -1
	for c := range m.grid {
		best := 0
		for d := range n {
			if m.point[c*n+d] > m.point[c*n+best] {
				best = d
			}
		}
		m.grid[c] = uint8(best + 1)
		if p := m.point[c*n+best]; b.value[c] == 0 && p > most {
			cell, digit, most = int32(c), best+1, p
		}
	}
	if b.f.consistent(m.grid) {
		return -1, 0
	}
	if cell < 0 {
		return 0, 0 // decided cells clash, so that no digit can be assigned
	}
	return cell, digit
}

// count visits all grids and emits one of the greatest probability.
func (m *messages) count(r *run) error {
	m.prior(r)
	census, all := belief.Enumerate(r.puzzle, m.point, m.most, r.done)
	if r.done() {
		return r.ctx.Err()
	}
	r.extra = []sudoku.Measure{{Name: "grids", Value: float64(census.Grids)}}
	if !all {
		return sudoku.ErrGaveUp
	}
	copy(m.point, census.Marginals)
	if census.Best == nil {
		return nil
	}
	r.extra = append(r.extra, sudoku.Measure{Name: "solution_entropy", Value: math.Max(0, census.Entropy)},
		sudoku.Measure{Name: "marginal_entropy", Value: belief.Entropy(census.Marginals)})
	m.tell(r)
	if r.emit(census.Best) && census.Grids > 1 {
		return sudoku.ErrGaveUp
	}
	return nil
}

// tell traces the marginals: at x = N·cell + digit the probability of the digit.
func (m *messages) tell(r *run) {
	if r.trace == nil {
		return
	}
	n := r.frame.n
	for j, p := range m.point {
		if p > 0 {
			r.trace(sudoku.Trace{Series: "marginal", X: float64(j/n*n + j%n + 1), Y: p})
		}
	}
}
