package relax

import (
	"math"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/convex/belief"
	"github.com/sudokuctl/sudokuctl/plugins/convex/interior"
)

// node examines one board of the tree by a program.
type node struct {
	*program
	goal      probable
	bound     bound
	x         []float64 // the interior point
	candidate sudoku.Grid
	take      func(sudoku.Grid) bool // takes solutions that rounding finds; false stops
	board     *board
	rounding  bool // rounding has not found a solution of this board yet
	state     state
	plain     bool          // no elimination, and branching on the variable nearest to one half
	witness   func(j int32) // told, where not nil, of each refutation (j < 0) and of each candidate struck
}

// state is what is known of a board after its program.
type state uint8

const (
	open    state = iota // nothing: it must be branched on
	refuted              // no (better) solution
	shrunk               // it lost candidates
	halted               // asked to stop
)

// Accuracy at which an interior point is good enough to eliminate and to branch: largest residual of a row,
// and xᵀz without and with an objective.
const (
	enoughFeasible = 1e-7
	enoughGap      = 1e-3
	enoughOptimal  = 1e-8
)

// newNode returns a node of the search that shares a program.
func newNode(f *frame, p *program) node {
	return node{program: p, candidate: make(sudoku.Grid, f.cells)}
}

// examine solves the program of a board, strikes what it eliminates and leaves the interior point in x.
func (n *node) examine(b *board) state {
	n.board, n.state, n.rounding = b, open, true
	n.open(b)
	var cost []float64
	if n.goal.active {
		cost, n.goal.base = n.goal.prices(n.model), n.goal.of(b.value)
	}
	n.bound.prepare(n.program, cost)
	status := n.minimize(cost, nil, n.inspect)
	if n.interrupted {
		return halted
	}
	if n.state != open {
		return n.state
	}
	if status != interior.Stopped {
		n.bound.evaluate(&n.engine)
	}
	n.x = append(n.x[:0], n.engine.X[:n.variables()]...)
	if !n.plain {
		n.eliminate()
	}
	return n.state
}

// eliminate strikes what the latest y excludes.
func (n *node) eliminate() {
	n.bound.eliminate(&n.engine, func(j int32, least float64) {
		n.state = shrunk
		n.claim(j)
		n.goal.lower = min(n.goal.lower, least+n.goal.base)
		n.board.strike(n.cell[j], int(n.digit[j]))
	})
}

// inspect looks at the engine's point before each of its iterations: it may refute the board, or round to a
// solution, or be good enough.
func (n *node) inspect() bool {
	if n.rounding && n.rounded(n.board, n.engine.X, n.candidate) {
		n.rounding = n.goal.active
		if !n.take(n.candidate) {
			n.state = halted
			return true
		}
	}
	gap := enoughGap
	if n.goal.active {
		n.bound.best = n.goal.best - n.goal.base - probableTolerance
		gap = enoughOptimal
	}
	if n.bound.refutes(&n.engine) {
		n.state = refuted
		n.claim(-1)
		n.goal.lower = min(n.goal.lower, n.bound.value+n.goal.base)
		return true
	}
	return n.engine.Infeasible < enoughFeasible && n.engine.Gap < gap
}

// claim shows a certificate, the engine's current y, to the witness.
func (n *node) claim(j int32) {
	if n.witness != nil {
		n.witness(j)
	}
}

// choose returns the candidate to branch on: in the cell with the fewest candidates, among equals the one of
// largest entropy, the digit of largest x.
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
		h := belief.Entropy(n.x[n.at[i]:n.at[i+1]])
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
