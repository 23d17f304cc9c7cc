package search

import (
	"math/bits"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Engine searches puzzles of one geometry of up to 49 digits, one after the other. It is not for use by several
// goroutines at a time.
type Engine struct {
	// Guess is called before each guess; false ends the search. It is where a caller counts, looks at its context and
	// keeps a budget. If nil, the search goes on to its end.
	Guess func() bool
	// Late is asked now and then between two guesses, and while a puzzle is loaded, if that takes long; true ends the
	// search as Guess does. If nil, nothing is.
	Late func() bool
	// Order may rearrange the choices of a guess, which are tried from the first to the last. If nil, they come by
	// increasing digit or place.
	Order func(choices []Choice)
	// SinglesOnly leaves locked candidates out of the propagation.
	SinglesOnly bool

	frame *frame
	cand  []uint64 // by cell: bit d for digit d+1
	place []uint64 // by house and digit: bit j for the house's j-th cell; 0 for fewer than N cells; unused with clauses
	value sudoku.Grid
	open  int // cells without value
	trail []mark

	cells  []int32 // queue of cells with one candidate
	hidden []int32 // queue of house·N + d with one place
	dirty  []int32 // queue of house·N + d whose places shrank
	queued []bool  // by house·N + d: is in dirty

	nine     *nine    // of a plain 9×9 with clauses; else nil
	clauses  *clauses // nil if the puzzle has none
	families map[any]*family
	words    words
	unions   []union  // nil until a puzzle needs them
	behind   []uint64 // scratch of sum

	weight  []uint32 // by house: failures seen there, see choose
	choices []Choice // of all guesses on the way to the present state
	found   func(sudoku.Grid) bool
	ended   bool
	steps   int  // since Late was asked
	late    bool // Late has ended the search
}

// mark is one removal: digits gone from a cell; or, if there are none, the cell given its value.
type mark struct {
	cell int32
	gone uint64
}

// New returns an engine for the puzzles of a geometry. To make one costs more than to solve an easy puzzle, so each
// worker keeps its own.
func New(g *sudoku.Geometry) *Engine {
	f := newFrame(g)
	return &Engine{
		frame: f, cand: make([]uint64, f.cells), value: make(sudoku.Grid, f.cells), place: make([]uint64, len(f.houses)*f.n),
		queued: make([]bool, len(f.houses)*f.n), weight: make([]uint32, len(f.houses)), families: map[any]*family{},
		behind: make([]uint64, f.cells+1),
	}
}

// Geometry returns the geometry of the puzzles that the engine takes. An engine of another geometry has to be made
// anew.
func (e *Engine) Geometry() *sudoku.Geometry { return e.frame.geometry }

// Load begins with a puzzle of the engine's geometry. What the givens exclude from their peers is struck, and nothing
// else; Propagate draws the rest of the consequences. Load reports whether no contradiction showed; after one the
// engine is of use only for another Load.
func (e *Engine) Load(p *sudoku.Puzzle) bool {
	e.clearQueues()
	e.steps, e.late = 0, false
	e.loadClauses(p.Clauses())
	e.trail, e.choices = e.trail[:0], e.choices[:0]
	for h := range e.weight {
		e.weight[h] = 1
	}
	if !e.loadCells(p.Givens(), p.Soft()) || e.late {
		return false
	}
	e.nine = nil
	if e.clauses == nil {
		return e.loadPlaces()
	}
	if e.frame.nine != nil {
		e.nine = e.frame.nine
		e.nine.load(e.cand, e.value)
	}
	return true
}

// loadCells enters the givens and takes each from its peers.
func (e *Engine) loadCells(givens sudoku.Grid, soft []sudoku.SoftClue) bool {
	e.open = e.frame.cells
	all := uint64(sudoku.AllDigits(e.frame.n))
	for c := range e.cand {
		e.cand[c], e.value[c] = all, 0
	}
	for _, s := range soft {
		e.cand[s.Cell] &= uint64(s.Allowed)
	}
	for c, v := range givens {
		if v == 0 {
			continue
		}
		digit := uint64(1) << (v - 1)
		if e.cand[c]&digit == 0 {
			return false
		}
		e.value[c], e.cand[c] = v, digit
		e.open--
		for _, q := range e.frame.peers[c] {
			e.cand[q] &^= digit
		}
	}
	for c, left := range e.cand {
		if left&(left-1) != 0 {
			continue
		}
		if left == 0 {
			return false
		}
		if e.value[c] == 0 {
			e.cells = append(e.cells, int32(c))
		}
	}
	return true
}

// loadPlaces makes the view by places from the one by cells.
func (e *Engine) loadPlaces() bool {
	clear(e.place)
	n := int32(e.frame.n)
	for c, left := range e.cand {
		for _, at := range e.frame.inFull[c] {
			places, bit := e.place[at.house*n:(at.house+1)*n], uint64(1)<<at.index
			for digits := left; digits != 0; digits &= digits - 1 {
				places[bits.TrailingZeros64(digits)] |= bit
			}
		}
	}
	for h, cells := range e.frame.houses {
		if len(cells) != e.frame.n {
			continue
		}
		for d, left := range e.place[int32(h)*n : int32(h+1)*n] {
			i := int32(h)*n + int32(d)
			switch k := bits.OnesCount64(left); {
			case k == 0:
				return false
			case k == 1:
				if e.value[cells[bits.TrailingZeros64(left)]] == 0 {
					e.hidden = append(e.hidden, i)
				}
			case k <= e.frame.widest:
				e.queued[i] = true
				e.dirty = append(e.dirty, i)
			}
		}
	}
	return true
}

// Open returns how many cells have no value yet. At 0 the engine holds a solution.
func (e *Engine) Open() int { return e.open }

// Candidates returns the digits that a cell may still hold, one if it has a value.
func (e *Engine) Candidates(cell int) sudoku.Digits { return sudoku.Digits(e.cand[cell]) }

// Strike takes a digit from a cell. It reports whether the cell and the digit still have somewhere to go.
func (e *Engine) Strike(cell, digit int) bool {
	return e.removeAll(int32(cell), 1<<(digit-1)) || e.failed(-1)
}

// Assign gives a cell its value and propagates. It reports whether no contradiction showed.
func (e *Engine) Assign(cell, digit int) bool {
	return e.fill(int32(cell), int32(digit-1)) && e.Propagate() || e.stop()
}

// Mark returns the present place on the trail, to which Undo goes back.
func (e *Engine) Mark() int { return len(e.trail) }

// Undo goes back to an earlier state, also after a contradiction.
func (e *Engine) Undo(mark int) {
	n := int32(e.frame.n)
	for i := len(e.trail) - 1; i >= mark; i-- {
		m := e.trail[i]
		if m.gone == 0 {
			if e.nine != nil {
				e.nine.solve(m.cell, 1<<(e.value[m.cell]-1))
			}
			e.value[m.cell] = 0
			e.open++
			continue
		}
		e.cand[m.cell] |= m.gone
		if e.clauses != nil {
			if e.nine != nil {
				e.nine.flip(m.cell, m.gone)
			}
			continue
		}
		d := int32(bits.TrailingZeros64(m.gone))
		for _, at := range e.frame.inFull[m.cell] {
			e.place[at.house*n+d] |= 1 << at.index
		}
	}
	e.trail = e.trail[:mark]
	if e.clauses != nil {
		e.clauses.seen = min(e.clauses.seen, mark)
	}
}

// remove takes digit d from a cell, in both views, and queues what became certain. It reports whether the
// cell and the digit still have somewhere to go.
func (e *Engine) remove(c, d int32) bool {
	left := e.cand[c] &^ (1 << d)
	e.cand[c] = left
	e.trail = append(e.trail, mark{c, 1 << d})
	alive := left != 0
	if left&(left-1) == 0 {
		e.cells = append(e.cells, c)
	}
	n := int32(e.frame.n)
	for _, at := range e.frame.inFull[c] {
		i := at.house*n + d
		left := e.place[i] &^ (1 << at.index)
		e.place[i] = left
		if left&(left-1) == 0 {
			if left == 0 {
				e.weight[at.house]++ // to blame, for a digit has no place there
				alive = false
			}
			e.hidden = append(e.hidden, i)
		} else if !e.queued[i] && bits.OnesCount64(left) <= e.frame.widest {
			e.queued[i] = true
			e.dirty = append(e.dirty, i)
		}
	}
	return alive
}

// removeAll takes a set of digits from a cell.
func (e *Engine) removeAll(c int32, digits uint64) bool {
	if e.clauses != nil {
		return e.leave(c, e.cand[c]&^digits)
	}
	for digits &= e.cand[c]; digits != 0; digits &= digits - 1 {
		if !e.remove(c, int32(bits.TrailingZeros64(digits))) {
			return false
		}
	}
	return true
}

// fill gives a cell its value: its other digits go, and the digit goes from all peers.
func (e *Engine) fill(c, d int32) bool {
	if e.value[c] != 0 {
		return e.value[c] == uint8(d+1)
	}
	if e.cand[c]>>d&1 == 0 {
		return false
	}
	e.value[c] = uint8(d + 1)
	e.open--
	e.trail = append(e.trail, mark{c, 0})
	if !e.removeAll(c, e.cand[c]&^(1<<d)) {
		return false
	}
	if e.clauses != nil {
		if e.nine != nil {
			e.nine.solve(c, 1<<d)
		}
		return e.leaveOthers(c, 1<<d)
	}
	for _, q := range e.frame.peers[c] {
		if e.cand[q]>>d&1 != 0 && !e.remove(q, d) {
			return false
		}
	}
	return true
}

// clearQueues forgets all waiting work, after a contradiction.
func (e *Engine) clearQueues() {
	e.cells, e.hidden = e.cells[:0], e.hidden[:0]
	for _, i := range e.dirty {
		e.queued[i] = false
	}
	e.dirty = e.dirty[:0]
}
