package entropy

import (
	"context"
	"fmt"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// paper is the algorithm of Zhai & Zhang 2013, section 3, as printed, on any geometry. It is the reference
// that the fast engines are tested against, so it has none of their tricks.
type paper struct {
	geometry *sudoku.Geometry
	n        int     // digits
	states   []state // one a level of the backtracking procedure
	watch    watch
	emit     func(sudoku.Grid) bool
	stopped  bool
}

// state is the Sudoku grid object that the paper copies to zTemp: values, excluded digits and IAIIEs of all cells.
type state struct {
	value    sudoku.Grid
	excluded []sudoku.Digits // the distinct digits excluded from each cell
	iaiie    []int           // Def. 3: their number, n for a filled cell
}

// newState returns a state in which nothing is filled.
func newState(cells int) state {
	return state{
		value:    make(sudoku.Grid, cells),
		excluded: make([]sudoku.Digits, cells),
		iaiie:    make([]int, cells),
	}
}

// copyFrom makes s equal to t.
func (s *state) copyFrom(t *state) {
	copy(s.value, t.value)
	copy(s.excluded, t.excluded)
	copy(s.iaiie, t.iaiie)
}

// The three return values of the straightforward solving procedure.
const (
	contradiction = -1
	staged        = 0
	solved        = 1
)

// Solve is the main routine: initialise, try the straightforward procedure, and backtrack where it ends staged.
func (p *paper) Solve(ctx context.Context, puzzle *sudoku.Puzzle, emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
	if len(puzzle.Clauses()) > 0 {
		return sudoku.Stats{}, fmt.Errorf("%w: constraints by the strategy as printed", sudoku.ErrUnsupported)
	}
	p.reset(puzzle.Geometry())
	p.watch, p.emit, p.stopped = newWatch(ctx), emit, false
	s := p.level(0)
	if !p.initialise(s, puzzle) {
		return sudoku.Stats{}, nil
	}
	switch p.straightforward(s) {
	case solved:
		emit(s.value)
	case staged:
		p.backtrack(0)
	}
	return sudoku.Stats{Guesses: p.watch.steps}, p.watch.err
}

// reset prepares for puzzles of a geometry.
func (p *paper) reset(g *sudoku.Geometry) {
	if p.geometry != g {
		p.geometry, p.n, p.states = g, g.N(), nil
	}
}

// level returns the state of a depth of the search.
func (p *paper) level(depth int) *state {
	for len(p.states) <= depth {
		p.states = append(p.states, newState(p.geometry.Cells()))
	}
	return &p.states[depth]
}

// initialise is section 3.1: all IAIIEs are 0, then each given is entered and synchronised; a soft clue
// excludes the digits outside its support from the start. It reports whether no cell failed.
func (p *paper) initialise(s *state, puzzle *sudoku.Puzzle) bool {
	for c := range s.value {
		s.value[c], s.excluded[c], s.iaiie[c] = 0, 0, 0
	}
	for _, clue := range puzzle.Soft() {
		s.excluded[clue.Cell] = sudoku.AllDigits(p.n) &^ clue.Allowed
		s.iaiie[clue.Cell] = s.excluded[clue.Cell].Len()
	}
	for c, v := range puzzle.Givens() {
		if v != 0 && !p.fill(s, c, int(v)) {
			return false
		}
	}
	return true
}

// fill writes a digit into an empty cell, sets its IAIIE to n and synchronises the peers: the first time that
// the digit is excluded from an empty peer, the peer's IAIIE grows by one. It reports failure: the digit was
// excluded from the cell, or an empty cell has no candidate left.
func (p *paper) fill(s *state, cell, digit int) bool {
	if s.excluded[cell].Has(digit) {
		return false
	}
	s.value[cell] = uint8(digit)
	s.iaiie[cell] = p.n
	alive := true
	for _, q := range p.geometry.Peers(cell) {
		if s.excluded[q].Has(digit) {
			continue
		}
		s.excluded[q] = s.excluded[q].With(digit)
		if s.value[q] == 0 {
			s.iaiie[q]++
			alive = alive && s.iaiie[q] < p.n
		}
	}
	return alive
}

// straightforward is section 3.2: sweep the grid row by row, fill every cell whose IAIIE is n−1 with its only
// candidate, until a sweep changes nothing.
func (p *paper) straightforward(s *state) int {
	for {
		isSolved, goAheaded := true, false
		for cell, v := range s.value {
			if v != 0 {
				continue
			}
			if s.iaiie[cell] != p.n-1 {
				isSolved = false
				continue
			}
			if !p.fill(s, cell, p.candidates(s, cell).Min()) {
				return contradiction
			}
			goAheaded = true
		}
		if isSolved {
			return solved
		}
		if !goAheaded {
			return staged
		}
	}
}

// candidates returns the digits that are not excluded in a cell.
func (p *paper) candidates(s *state, cell int) sudoku.Digits {
	return sudoku.AllDigits(p.n) &^ s.excluded[cell]
}

// backtrack is section 3.3: take the empty cell of maximum IAIIE, that is of least information entropy, try
// each of its candidates followed by the straightforward procedure, and recurse where that ends staged.
func (p *paper) backtrack(depth int) {
	temp, next := depth, depth+1
	p.level(next) // may move the states, so it comes before any pointer to one
	cell := p.maximumIAIIE(&p.states[temp])
	for digit := range p.candidates(&p.states[temp], cell).All {
		if p.stopped || !p.watch.step() {
			return
		}
		s := &p.states[next]
		s.copyFrom(&p.states[temp])
		if !p.fill(s, cell, digit) {
			continue
		}
		switch p.straightforward(s) {
		case solved:
			p.stopped = !p.emit(s.value)
		case staged:
			p.backtrack(next)
		}
	}
}

// maximumIAIIE returns the first empty cell with the largest IAIIE.
func (p *paper) maximumIAIIE(s *state) int {
	best := -1
	for cell, v := range s.value {
		if v == 0 && (best < 0 || s.iaiie[cell] > s.iaiie[best]) {
			best = cell
		}
	}
	return best
}

// watch counts the decisions of a search and looks at its context now and then.
type watch struct {
	ctx   context.Context
	steps int64
	err   error // ctx.Err() once it was seen
}

// watchEvery is how many decisions pass between two looks; a power of two.
const watchEvery = 32

// newWatch returns a watch that looks at ctx now and then.
func newWatch(ctx context.Context) watch { return watch{ctx: ctx} }

// step counts a decision and reports whether the search may go on.
func (w *watch) step() bool {
	w.steps++
	if w.steps&(watchEvery-1) == 0 {
		w.over()
	}
	return w.err == nil
}

// over looks at the context and reports whether it is done.
func (w *watch) over() bool {
	if w.err == nil {
		w.err = w.ctx.Err()
	}
	return w.err != nil
}
