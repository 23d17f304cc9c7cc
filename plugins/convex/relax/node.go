package relax

import (
	"math"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/convex/interior"
)

// node examines one board of the tree by a program.
type node struct {
	*program
	bound    bound
	x        []float64 // the interior point
	grid     sudoku.Grid
	found    func(sudoku.Grid) bool // takes solutions that rounding finds; false stops
	board    *board
	rounding bool // rounding has not found a solution of this board yet
	state    state
	watching func() bool
	plain    bool // no elimination, and branching on the variable nearest to one half
}

// state is what is known of a board after its program.
type state uint8

const (
	open    state = iota // nothing: it must be branched on
	refuted              // no (better) solution
	shrunk               // it lost candidates
	halted               // found asked to stop
)

// Accuracy at which an interior point is good enough to eliminate and to branch: largest residual of a row, xᵀz.
const (
	enoughFeasible = 1e-7
	enoughGap      = 1e-4
)

func newNode(f *frame, p *program) node {
	return node{program: p, grid: make(sudoku.Grid, f.cells)}
}

// examine solves the program of a board, strikes what it eliminates and leaves the interior point in x.
func (n *node) examine(b *board) state {
	if n.watching == nil {
		n.watching = n.watch
	}
	n.board, n.state, n.rounding = b, open, true
	n.open(b)
	n.bound.prepare(n.program, nil)
	status := n.minimize(nil, nil, n.watching)
	if n.state != open {
		return n.state
	}
	if status != interior.Stopped {
		n.bound.evaluate(&n.engine)
	}
	n.x = append(n.x[:0], n.engine.X[:n.variables()]...)
	if n.plain {
		return open
	}
	n.bound.eliminate(&n.engine, func(j int32) {
		n.state = shrunk
		b.strike(n.cell[j], int(n.digit[j]))
	})
	return n.state
}

// watch looks at the engine's point before each of its iterations: it may refute the board, or round to a solution,
// or be good enough.
func (n *node) watch() bool {
	if n.bound.refutes(&n.engine) {
		n.state = refuted
		return true
	}
	if n.rounding && n.rounded(n.board, n.engine.X, 0.5, false, n.grid) {
		n.rounding = false
		if !n.found(n.grid) {
			n.state = halted
			return true
		}
	}
	return n.engine.Infeasible < enoughFeasible && n.engine.Gap < enoughGap
}

// choose returns the candidate to branch on: in the cell with the fewest candidates, among equals the one of largest
// entropy, the digit of largest x.
func (n *node) choose() (c int32, d int) {
	if n.plain {
		return n.mostFractional()
	}
	best, fewest, most := 0, int32(math.MaxInt32), -1.0
	for i := range n.cells {
		count := n.at[i+1] - n.at[i]
		if count > fewest {
			continue
		}
		h := entropy(n.x[n.at[i]:n.at[i+1]])
		if count < fewest || h > most {
			best, fewest, most = i, count, h
		}
	}
	j := n.at[best]
	for k := j; k < n.at[best+1]; k++ {
		if n.x[k] > n.x[j] {
			j = k
		}
	}
	return n.cell[j], int(n.digit[j])
}

// mostFractional returns the candidate whose variable is nearest to one half, in a cell that has others.
func (n *node) mostFractional() (c int32, d int) {
	best, nearest := 0, 2.0
	for i := range n.cells {
		if n.at[i+1]-n.at[i] < 2 {
			continue
		}
		for j := n.at[i]; j < n.at[i+1]; j++ {
			if away := math.Abs(n.x[j] - 0.5); away < nearest {
				best, nearest = int(j), away
			}
		}
	}
	return n.cell[best], int(n.digit[best])
}
