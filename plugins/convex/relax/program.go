package relax

import (
	"math/bits"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/convex/interior"
)

// program solves LPs and QPs on the polytope of one model at a time and counts them.
type program struct {
	*model
	engine interior.Engine
	solves int // programs solved
	steps  int // interior-point iterations in all of them

	done        func() bool // asked before each iteration: true interrupts
	interrupted bool        // since reset
	inner       func() bool // the watch of the current program
}

// reset begins the counts of a new puzzle.
func (p *program) reset(done func() bool) {
	p.solves, p.steps, p.done, p.interrupted = 0, 0, done, false
}

// watch ends a program that is interrupted or that its own watch wants to end.
func (p *program) watch() bool {
	p.interrupted = p.interrupted || p.done()
	return p.interrupted || p.inner != nil && p.inner()
}

// open builds the model of a board and prepares the engine for it.
func (p *program) open(b *board) {
	p.model.build(b)
	p.engine.Load(&p.model.a)
	setOnes(p.engine.B)
}

// setOnes sets the right-hand sides of rows.
func setOnes(rhs []float64) {
	for i := range rhs {
		rhs[i] = 1
	}
}

// minimize minimises costᵀx + ½ quadraticᵀ(x∘x) over the polytope, from the point in which every digit of a
// cell is equally probable. cost covers the candidates; slacks are free. A nil cost asks for any feasible
// point: the answer is interior, near the analytic centre. watch may end it early.
func (p *program) minimize(cost, quadratic []float64, watch func() bool) interior.Status {
	e := &p.engine
	clear(e.C)
	copy(e.C, cost)
	e.Q = quadratic
	clear(e.Y)
	for i := range p.cells {
		share := 1 / float64(p.at[i+1]-p.at[i])
		for j := p.at[i]; j < p.at[i+1]; j++ {
			e.X[j] = share
		}
	}
	least := 0.0
	for j := range e.X {
		if j >= p.variables() {
			e.X[j] = 0.5
		}
		least = min(least, e.C[j])
	}
	for j := range e.Z {
		e.Z[j] = e.C[j] - least + startDual
		if quadratic != nil {
			e.Z[j] += quadratic[j] * e.X[j]
		}
	}
	p.inner = watch
	status := e.Minimize(p.watch)
	p.solves++
	p.steps += e.Iterations
	return status
}

// startDual is the smallest z of the starting point.
const startDual = 1

// board is a set of candidates that obeys what has been decided so far.
type board struct {
	f     *frame
	cand  []sudoku.Digits // candidates of each cell
	value sudoku.Grid     // decided cells
}

// newBoard returns a board on which all candidates are left.
func newBoard(f *frame) *board {
	b := &board{f: f, cand: make([]sudoku.Digits, f.cells), value: make(sudoku.Grid, f.cells)}
	b.reset()
	return b
}

// reset makes every digit possible in every cell.
func (b *board) reset() {
	for c := range b.cand {
		b.cand[c] = sudoku.AllDigits(b.f.n)
	}
	clear(b.value)
}

// clone returns a copy.
func (b *board) clone() *board {
	return &board{f: b.f, cand: slices.Clone(b.cand), value: b.value.Clone()}
}

// start resets b and enters the givens of p and what it says of single cells, without any conclusion beyond the peers
// of the givens: the clue elimination of the model. It returns false where a cell or a house is left without a
// candidate.
func (b *board) start(p *sudoku.Puzzle) bool {
	b.reset()
	marks, ok := p.Marks()
	if !ok {
		return false
	}
	for _, m := range marks {
		b.cand[m.Cell] = m.Allowed
	}
	for c, v := range p.Givens() {
		if v != 0 && !b.decide(int32(c), int(v)) {
			return false
		}
	}
	return b.possible()
}

// assign decides a cell, and returns false where a cell or a house is left without a candidate.
func (b *board) assign(c int32, d int) bool { return b.decide(c, d) && b.possible() }

// decide gives a cell its digit and takes that from the peers. It returns false if the cell cannot hold it.
func (b *board) decide(c int32, d int) bool {
	if b.value[c] != 0 || !b.cand[c].Has(d) {
		return int(b.value[c]) == d
	}
	b.value[c], b.cand[c] = uint8(d), sudoku.DigitSet(d)
	for _, q := range b.f.peers[c] {
		b.strike(q, d)
	}
	return true
}

// strike removes a candidate. A contradiction stays on the board for conclude.
func (b *board) strike(c int32, d int) { b.cand[c] = b.cand[c].Without(d) }

// possible reports whether each cell has a candidate, and each digit a place in each full house.
func (b *board) possible() bool {
	for h, cells := range b.f.houses {
		left := sudoku.Digits(0)
		for _, c := range cells {
			left |= b.cand[c]
		}
		if b.f.full[h] && left != sudoku.AllDigits(b.f.n) {
			return false
		}
	}
	return !slices.Contains(b.cand, 0)
}

// places returns where a digit can stand in a house, a bit for each of its cells.
func (b *board) places(h, d int) (places uint64) {
	for i, c := range b.f.houses[h] {
		if b.cand[c].Has(d) {
			places |= 1 << i
		}
	}
	return places
}

// left returns the number of candidates.
func (b *board) left() (n int) {
	for _, may := range b.cand {
		n += may.Len()
	}
	return n
}

// conclude draws all conclusions from naked and hidden singles and locked candidates, which follow from the
// linear relaxation too, and with partial houses from cells that see all places of a digit, which need not.
// It returns false at a contradiction.
func (b *board) conclude() bool {
	for before := -1; before != b.left(); {
		before = b.left()
		for c, may := range b.cand {
			if may.Len() == 1 {
				b.decide(int32(c), may.Min())
			}
		}
		if !b.possible() {
			return false
		}
		for h := range b.f.houses {
			for d := 1; d <= b.f.n && b.f.full[h]; d++ {
				b.concludeFrom(h, d)
			}
		}
	}
	return b.possible()
}

// concludeFrom strikes what cannot be wherever of its places a digit stands in a full house.
func (b *board) concludeFrom(h, d int) {
	f, places := b.f, b.places(h, d)
	n := bits.OnesCount64(places)
	if n == 1 {
		b.decide(f.houses[h][bits.TrailingZeros64(places)], d)
		return
	}
	for _, l := range f.locks[h] {
		if places&l.outside == 0 {
			for _, c := range l.rest {
				b.strike(c, d)
			}
		}
	}
	if f.partial && n < 5 {
		seen := make([]uint8, f.cells) // how many of the places each cell sees
		for ; places != 0; places &= places - 1 {
			for _, q := range f.peers[f.houses[h][bits.TrailingZeros64(places)]] {
				if seen[q]++; int(seen[q]) == n {
					b.strike(q, d)
				}
			}
		}
	}
}

// solved reports whether every cell is decided.
func (b *board) solved() bool { return b.value.Filled() == b.f.cells }
