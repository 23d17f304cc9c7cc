package search

import (
	"math"
	"math/bits"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Choice is a digit for a cell: a branch that the search can try.
type Choice struct {
	Cell  int32
	Digit uint8
}

// Search calls found with each solution of the loaded puzzle. The grid is the engine's own: found copies what it keeps,
// and returns false to end the search. Search reports whether it went through all solutions; if found or Guess ended
// it, only another Load brings the engine to a known state.
func (e *Engine) Search(found func(sudoku.Grid) bool) (all bool) {
	e.found, e.ended = found, false
	if e.Propagate() {
		e.branch()
	}
	return !e.ended
}

// Count counts the solutions of a puzzle up to limit, with at most so many guesses, which it reports as known if the
// count is exact or the limit was reached. It calls keep, unless that is nil, with each solution.
func (e *Engine) Count(p *sudoku.Puzzle, limit, guesses int, keep func(sudoku.Grid)) (found int, known bool) {
	e.Guess = func() bool { guesses--; return guesses >= 0 }
	if !e.Load(p) {
		return 0, !e.late
	}
	all := e.Search(func(g sudoku.Grid) bool {
		found++
		if keep != nil {
			keep(g)
		}
		return found < limit
	})
	return found, all || found >= limit
}

// branch goes through all solutions below the present state, which is at rest.
func (e *Engine) branch() {
	if e.open == 0 {
		e.ended = !e.found(e.value)
		return
	}
	if e.clauses != nil && e.clauses.digit != nil {
		e.split()
		return
	}
	first := len(e.choices)
	e.choose()
	if e.Order != nil {
		e.Order(e.choices[first:])
	}
	for i := first; i < len(e.choices) && !e.ended; i++ {
		e.try(e.choices[i])
	}
	e.choices = e.choices[:first]
}

// split is branch where lines dominate: one choice is tried, and if that leaves anything to do, it is struck and the
// next is chosen anew, for candidates and weights have changed.
func (e *Engine) split() {
	for e.open > 0 {
		e.choose()
		if e.Order != nil {
			e.Order(e.choices)
		}
		c := e.choices[0]
		e.choices = e.choices[:0]
		e.try(c)
		if e.ended || !e.Strike(int(c.Cell), int(c.Digit)) || !e.Propagate() {
			return
		}
	}
	e.ended = !e.found(e.value)
}

// try searches below one decision and takes it back.
func (e *Engine) try(c Choice) {
	if e.Guess != nil && !e.Guess() {
		e.ended = true
		return
	}
	mark := e.Mark()
	if e.Assign(int(c.Cell), int(c.Digit)) {
		e.branch()
	} else if e.clauses != nil {
		e.clauses.guessed(c)
	}
	e.Undo(mark)
}

// choose appends the choices of the cell, or else of the digit in a house, of least entropy. Between equal entropies it
// takes what failed most often so far, for there most is learnt.
func (e *Engine) choose() {
	var house, digit, cell int32
	if e.clauses != nil {
		house, digit, cell = e.heaviest()
	} else {
		house, digit, cell = e.least()
	}
	if cell >= 0 {
		for digits := e.cand[cell]; digits != 0; digits &= digits - 1 {
			e.choices = append(e.choices, Choice{cell, uint8(bits.TrailingZeros64(digits) + 1)})
		}
		return
	}
	for _, c := range e.frame.houses[house] {
		if e.cand[c]>>digit&1 == 1 {
			e.choices = append(e.choices, Choice{c, uint8(digit + 1)})
		}
	}
}

// least returns the cell, or if that is negative the digit in a house, with the fewest choices.
func (e *Engine) least() (house, digit, cell int32) {
	cell = -1
	least, most := 65, uint32(0)
	for c, v := range e.value {
		if v != 0 {
			continue
		}
		if k := bits.OnesCount64(e.cand[c]); k <= least {
			if w := e.cellWeight(int32(c)); k < least || w > most {
				least, most, cell = k, w, int32(c)
			}
		}
	}
	n := e.frame.n
	for h := range e.frame.houses {
		for d, places := range e.place[h*n : h*n+n] {
			if k := bits.OnesCount64(places); k > 1 && k <= least {
				if w := 3 * e.weight[h]; k < least || w > most {
					least, most, cell = k, w, -1
					house, digit = int32(h), int32(d)
				}
			}
		}
	}
	return house, digit, cell
}

func (e *Engine) cellWeight(cell int32) uint32 {
	var w uint32
	for _, at := range e.frame.inFull[cell] {
		w += e.weight[at.house]
	}
	return w
}

// heaviest is least for puzzles with clauses: the choice of most weight for its entropy, among cells and digits with two
// places in a house.
func (e *Engine) heaviest() (house, digit, cell int32) {
	cell = -1
	most := float32(-1)
	weight := e.score()
	hot, bonus := e.clauses.hottest()
	for c, v := range e.value {
		if v != 0 {
			continue
		}
		w := weight[c]
		if e.cand[c]&hot != 0 {
			w += bonus
		}
		if w *= perEntropy[bits.OnesCount64(e.cand[c])]; w > most {
			most, cell = w, int32(c)
		}
	}
	for h, cells := range e.frame.houses {
		if len(cells) != e.frame.n {
			continue
		}
		for twice := e.twice(cells); twice != 0; twice &= twice - 1 {
			w, bit := float32(0), twice&-twice
			for _, c := range cells {
				if e.cand[c]&bit != 0 {
					w = max(w, weight[c])
				}
			}
			if bit&hot != 0 {
				w += bonus
			}
			if w > most {
				most, cell, house, digit = w, -1, int32(h), int32(bits.TrailingZeros64(bit))
			}
		}
	}
	return house, digit, cell
}

// twice returns the digits that just two of some cells may hold.
func (e *Engine) twice(cells []int32) uint64 {
	var once, twice, more uint64
	for _, c := range cells {
		left := e.cand[c]
		more |= twice & left
		twice |= once & left
		once |= left
	}
	return twice &^ more
}

// perEntropy[k] is 1 over the entropy of k choices, log₂ k bits, and perOpen[k] is 1 over k to the power of 1.5: the factors of
// a cell with k choices and of a sum with k open cells.
var perEntropy, perOpen [65]float32

func init() {
	perOpen[1] = 1
	for k := 2; k < len(perEntropy); k++ {
		perEntropy[k] = float32(1 / math.Log2(float64(k)))
		perOpen[k] = float32(math.Pow(float64(k), -1.5))
	}
}
