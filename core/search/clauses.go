package search

import (
	"math"
	"math/bits"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// clauses is what the engine knows of a puzzle beyond its houses: a propagator for each clause, and which of them
// wait because a cell of theirs has changed.
type clauses struct {
	source   []clause.Clause // of the puzzle for which this was made
	all      []propagator
	wakes    [][]uint64 // of each cell: the propagators that depend on it, a bit for each
	waiting  []uint64   // a bit for each propagator
	houses   []uint64   // those of houses
	sums     [][]int32  // cells of each cage and sum, if these dominate
	again    []bool     // of each propagator: whether what it strikes has it wait again
	steps    []int      // of each propagator: what its work counts, see spend
	sees     []cellSet  // of each cell: those that cannot hold the same digit
	every    cellSet    // all cells
	failures int        // since the clauses were loaded
	memory   int        // after so many failures weights are halved
	weight   []float32  // of each cell: failures of it, of its clauses and houses
	scores   []float32  // scratch of score
	digit    []float32  // of each digit: failures of guesses of it; nil where sums dominate
	seen     int        // marks of the trail up to here have woken their propagators
}

// A propagator strikes digits that are in no solution of its clause.
type propagator interface {
	// cells returns the cells on which the clause depends; one may come again.
	cells() []int32
	// propagate reports whether the clause can still hold. Once each of its cells has one digit, it is sure to say
	// whether the clause holds.
	propagate(e *Engine) bool
}

// loadClauses makes the propagators of clauses, unless these are loaded, and has all of them wait.
func (e *Engine) loadClauses(source []clause.Clause) {
	switch {
	case len(source) == 0:
		e.clauses = nil
		return
	case e.clauses == nil || len(e.clauses.source) != len(source) || &e.clauses.source[0] != &source[0]:
		if e.clauses = e.compile(source); e.late {
			e.clauses = nil // some are missing
			return
		}
	}
	e.clauses.seen, e.clauses.failures = 0, 0
	for c := range e.clauses.weight {
		e.clauses.weight[c] = 1
	}
	clear(e.clauses.digit)
	for i := range e.clauses.all {
		e.clauses.waiting[i>>6] |= 1 << (i & 63)
	}
}

// changed wakes the propagators of all cells that the trail says have changed since it was read last.
func (k *clauses) changed(trail []mark) {
	for _, m := range trail[k.seen:] {
		for w, wakes := range k.wakes[m.cell] {
			k.waiting[w] |= wakes
		}
	}
	k.seen = len(trail)
}

// next has the first propagator that waits work. It reports whether one waited, and whether its clause, or house, can
// still hold.
func (e *Engine) next() (waited, alive bool) {
	k := e.clauses
	k.changed(e.trail)
	for w, waiting := range k.waiting {
		if waiting == 0 {
			continue
		}
		i := w<<6 + bits.TrailingZeros64(waiting)
		k.waiting[w] &^= 1 << (i & 63)
		if !e.spend(k.steps[i]) {
			return true, false
		}
		if !k.all[i].propagate(e) {
			if k.all[i] != propagator(e.nine) {
				for _, c := range k.all[i].cells() {
					e.blame(c)
				}
			}
			return true, false
		}
		if !k.again[i] {
			k.changed(e.trail)
			k.waiting[w] &^= 1 << (i & 63)
		}
		return true, true
	}
	return false, true
}

// stepsUntilLate is how many steps there are between two looks at Late: some milliseconds. A step is a digit of a cell, or of
// a state, that is looked at.
const stepsUntilLate = 1 << 20

// spend counts steps and reports whether the search may go on.
func (e *Engine) spend(steps int) bool {
	if e.steps += steps; e.steps >= stepsUntilLate {
		e.steps = 0
		e.late = e.late || e.Late != nil && e.Late()
	}
	e.ended = e.ended || e.late
	return !e.late
}

// forget halves all weights now and then, because old failures say little about the part of the tree at hand.
func (k *clauses) forget() {
	if k.failures++; k.failures%k.memory != 0 {
		return
	}
	for c := range k.weight {
		k.weight[c] /= 2
	}
	for d := range k.digit {
		k.digit[d] /= 4
	}
}

// guessed notes that a guess failed.
func (k *clauses) guessed(c Choice) {
	k.weight[c.Cell]++
	if k.digit != nil {
		k.digit[c.Digit-1]++
	}
}

// unsummed is the factor for a cell that is in no sum.
const unsummed = 0.2

// score returns the weight of each cell. Where sums dominate, it is multiplied by perOpen of the open cells of each sum
// of the cell, added up, unless the sum is aside: a guess is worth most in cells of many sums that are nearly decided.
func (e *Engine) score() []float32 {
	k := e.clauses
	if len(k.sums) == 0 {
		return k.weight
	}
	for c := range k.scores {
		k.scores[c] = unsummed
	}
	for _, cells := range k.sums {
		open := 0
		for _, c := range cells {
			if e.value[c] == 0 {
				open++
			}
		}
		share := perOpen[max(open, 1)]
		for _, c := range cells {
			k.scores[c] += share
		}
	}
	for c, w := range k.weight {
		k.scores[c] *= w
	}
	return k.scores
}

// hottest returns the digit whose guesses fail most, as a set, and what cells that may hold it gain: nothing unless it
// fails half as often again as some other, and as often as there are digits.
func (k *clauses) hottest() (digit uint64, bonus float32) {
	least := float32(math.MaxFloat32)
	for d, w := range k.digit {
		if w > bonus {
			digit, bonus = 1<<d, w
		}
		if w > 0 {
			least = min(least, w)
		}
	}
	if bonus < float32(len(k.digit)) || 2*bonus <= 3*least {
		return 0, 0
	}
	return digit, bonus
}

// keep leaves a cell digits of a set alone. It reports false if the cell has none of them, and strikes nothing then.
func (e *Engine) keep(cell int32, digits uint64) bool {
	left := e.cand[cell]
	return left&^digits == 0 || left&digits != 0 && e.leave(cell, left&digits)
}

// leave leaves a cell some of its digits. It reports whether there are any.
func (e *Engine) leave(cell int32, left uint64) bool {
	if gone := e.cand[cell] &^ left; gone != 0 {
		e.cand[cell] = left
		e.trail = append(e.trail, mark{cell, gone})
		if e.nine != nil {
			e.nine.flip(cell, gone)
		}
		if left&(left-1) == 0 {
			e.cells = append(e.cells, cell)
		}
	}
	return left != 0
}

// leaveOthers takes the digit of a cell from all that cannot hold the same.
func (e *Engine) leaveOthers(cell int32, digit uint64) bool {
	for w, seen := range e.clauses.sees[cell] {
		if !e.strikeAll(w, seen, digit) {
			return false
		}
	}
	return true
}
