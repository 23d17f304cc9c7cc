package search

import (
	"context"
	"math/bits"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// general solves every geometry of up to 49 digits. It keeps two views of the same candidates:
//
//	cand[cell]          which digits a cell may hold         entropy of a cell:  log2 of their number
//	place[house·N + d]  which places of a house d may take   entropy of a digit: log2 of their number
//
// and lowers both until nothing moves (see propagate.go), then branches on the least of all entropies. What it
// removes goes on a trail and is put back from there, so a step costs what it changes and not the size of the grid.
type general struct {
	frame *frame
	cand  []uint64 // by cell: bit d for digit d+1
	place []uint64 // by house and digit: bit j for the house's j-th cell; 0 for a house with fewer than N cells
	value sudoku.Grid
	open  int // cells without value
	trail []mark

	cells  []int32 // queue of cells with one candidate
	hidden []int32 // queue of house·N + d with one place
	dirty  []int32 // queue of house·N + d whose places shrank
	queued []bool  // by house·N + d: is in dirty

	weight  []uint32 // by house: failures seen there, see choose
	watch   watch
	emit    func(sudoku.Grid) bool
	stopped bool
}

// mark is one removal: digit gone from cell; or, with digit < 0, cell given a value.
type mark struct {
	cell  int32
	digit int32
}

func newGeneral(g *sudoku.Geometry) *general {
	f := newFrame(g)
	e := &general{
		frame: f, cand: make([]uint64, f.cells), place: make([]uint64, len(f.houses)*f.n),
		value: make(sudoku.Grid, f.cells), queued: make([]bool, len(f.houses)*f.n),
		weight: make([]uint32, len(f.houses)),
	}
	return e
}

func (e *general) solve(ctx context.Context, p *sudoku.Puzzle,
	emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
	e.watch, e.emit, e.stopped = newWatch(ctx), emit, false
	if e.start(p) && e.propagate() {
		e.branch()
	}
	return sudoku.Stats{Guesses: e.watch.steps}, e.watch.err
}

// start makes both views of what the givens and soft clues leave, all at once, and queues what is certain. It reports
// whether no contradiction showed.
func (e *general) start(p *sudoku.Puzzle) bool {
	e.clearQueues()
	e.trail = e.trail[:0]
	for h := range e.weight {
		e.weight[h] = 1
	}
	return e.startCells(p) && e.startPlaces()
}

// startCells enters the givens and takes each from its peers.
func (e *general) startCells(p *sudoku.Puzzle) bool {
	e.open = e.frame.cells
	all := uint64(sudoku.AllDigits(e.frame.n))
	for c := range e.cand {
		e.cand[c], e.value[c] = all, 0
	}
	for _, s := range p.Soft {
		e.cand[s.Cell] &= uint64(s.Allowed)
	}
	for c, v := range p.Givens {
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

// startPlaces makes the view by places from the one by cells.
func (e *general) startPlaces() bool {
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

// remove takes digit d from a cell, in both views, and queues what became certain. It reports whether the
// cell and the digit still have somewhere to go.
func (e *general) remove(c, d int32) bool {
	left := e.cand[c] &^ (1 << d)
	e.cand[c] = left
	e.trail = append(e.trail, mark{c, d})
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
				e.weight[at.house]++
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
func (e *general) removeAll(c int32, digits uint64) bool {
	for digits &= e.cand[c]; digits != 0; digits &= digits - 1 {
		if !e.remove(c, int32(bits.TrailingZeros64(digits))) {
			return false
		}
	}
	return true
}

// assign gives a cell its value: its other digits go, and the digit goes from all peers.
func (e *general) assign(c, d int32) bool {
	if e.value[c] != 0 {
		return e.value[c] == uint8(d+1)
	}
	if e.cand[c]>>d&1 == 0 {
		return false
	}
	e.value[c] = uint8(d + 1)
	e.open--
	e.trail = append(e.trail, mark{c, -1})
	if !e.removeAll(c, e.cand[c]&^(1<<d)) {
		return false
	}
	for _, q := range e.frame.peers[c] {
		if e.cand[q]>>d&1 != 0 && !e.remove(q, d) {
			return false
		}
	}
	return true
}

// undo puts back what was removed since the trail had the given length.
func (e *general) undo(length int) {
	n := int32(e.frame.n)
	for i := len(e.trail) - 1; i >= length; i-- {
		m := e.trail[i]
		if m.digit < 0 {
			e.value[m.cell] = 0
			e.open++
			continue
		}
		e.cand[m.cell] |= 1 << m.digit
		for _, at := range e.frame.inFull[m.cell] {
			e.place[at.house*n+m.digit] |= 1 << at.index
		}
	}
	e.trail = e.trail[:length]
}

func (e *general) clearQueues() {
	e.cells, e.hidden = e.cells[:0], e.hidden[:0]
	for _, i := range e.dirty {
		e.queued[i] = false
	}
	e.dirty = e.dirty[:0]
}
