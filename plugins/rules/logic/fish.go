package logic

import (
	"fmt"
	"math/bits"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Fish: in k columns a digit has places in the same k rows only, so it leaves these rows' other cells; and
// the same with rows and columns exchanged.

var (
	fishNames   = [...]string{2: "x_wing", 3: "swordfish", 4: "jellyfish", 5: "squirmbag", 6: "whale"}
	fishRatings = [...]float64{2: 3.2, 3: 3.8, 4: 5.2}
)

// findFish finds an X-wing (3.2), swordfish (3.8) or jellyfish (5.2). Of all fish in columns the first by its
// set of columns counts, and then the smallest digit; rows come after columns.
func (e *engine) findFish(k int, seen uint32) bool {
	if !e.square {
		return false
	}
	todo := e.unseen(seen)
	if todo == 0 {
		return false
	}
	columns, rows := e.linesOf(sudoku.Column), e.linesOf(sudoku.Row)
	if e.fishAcross(columns, rows, k, todo) || e.fishAcross(rows, columns, k, todo) {
		return true
	}
	e.markSeen(todo, seen)
	return false
}

// linesOf returns the index of the first house of a kind of line.
func (f *frame) linesOf(kind sudoku.HouseKind) int {
	for _, k := range f.kinds {
		if k.kind == kind {
			return k.from
		}
	}
	return -1
}

// fishAcross looks for fish whose base lines begin at house base and cover lines at house cover.
func (e *engine) fishAcross(base, cover, k int, todo uint64) bool {
	best, bestCover, digit := ^uint64(0), uint64(0), -1
	for ; todo != 0; todo &= todo - 1 {
		v := bits.TrailingZeros64(todo)
		if int(e.placed[v])+2*k > e.n {
			continue
		}
		for i := range e.n {
			e.sets[i] = within(e.places(base+i, v), k)
		}
		p := pick{e.sets[:e.n], k, func(chosen, union uint64) bool {
			if chosen >= best {
				return true
			}
			if !e.fishBites(cover, v, chosen, union) {
				return false
			}
			best, bestCover, digit = chosen, union, v
			return true
		}}
		p.search()
	}
	if digit < 0 {
		return false
	}
	e.hintFish(base, cover, k, digit, best, bestCover)
	return true
}

// fishBites reports whether v has places in the covering lines outside the chosen ones.
func (e *engine) fishBites(cover, v int, chosen, union uint64) bool {
	for ; union != 0; union &= union - 1 {
		if e.places(cover+bits.TrailingZeros64(union), v)&^chosen != 0 {
			return true
		}
	}
	return false
}

func (e *engine) hintFish(base, cover, k, v int, chosen, union uint64) {
	e.set(fishNames[k], fishRatings[k])
	for ; chosen != 0; chosen &= chosen - 1 {
		e.hint.houses = append(e.hint.houses, base+bits.TrailingZeros64(chosen))
	}
	for _, h := range e.hint.houses {
		e.hint.addSlots(e.board, h, e.places(h, v))
	}
	var inside uint64
	for _, h := range e.hint.houses {
		inside |= 1 << uint(h-base)
	}
	for m := union; m != 0; m &= m - 1 {
		h := cover + bits.TrailingZeros64(m)
		e.hint.houses = append(e.hint.houses, h)
		e.hint.strikeSlots(e.board, h, v, ^inside)
	}
	if e.verbose {
		e.hint.text = fmt.Sprintf("In %s, %s can only stand in %s; this removes %s.",
			e.houseNames(e.hint.houses[:k]), e.digitName(v), e.houseNames(e.hint.houses[k:]), e.hint.struck(e.frame))
	}
}
