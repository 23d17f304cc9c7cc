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

type fish struct {
	*position
	k    int
	seen memory // digits
	sets [sudoku.MaxSize]uint64
}

// newFish makes X-wings (3.2), swordfish (3.8) or jellyfish (5.2).
func newFish(k int) maker {
	return func(p *position) technique { return &fish{position: p, k: k, seen: make(memory, p.n)} }
}

// each finds one fish: of all in columns the first by its set of columns counts, and then the smallest digit; rows
// come after columns.
func (t *fish) each(done func() bool) bool {
	if !t.square {
		return false
	}
	todo := t.unseen(t.seen)
	if todo == 0 {
		return false
	}
	columns, rows := t.linesOf(sudoku.Column), t.linesOf(sudoku.Row)
	if t.across(columns, rows, todo) || t.across(rows, columns, todo) {
		return done()
	}
	t.foundNothing(todo, t.seen)
	return false
}

// across looks for fish whose base lines begin at house base and cover lines at house cover.
func (t *fish) across(base, cover int, todo uint64) bool {
	k := t.k
	best, bestCover, digit := ^uint64(0), uint64(0), -1
	for ; todo != 0; todo &= todo - 1 {
		v := bits.TrailingZeros64(todo)
		if int(t.placed[v])+2*k > t.n {
			continue
		}
		for i := range t.n {
			t.sets[i] = within(t.places(base+i, v), k)
		}
		p := pick{t.sets[:t.n], k, func(chosen, union uint64) bool {
			if chosen >= best {
				return true
			}
			if !t.bites(cover, v, chosen, union) {
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
	t.describe(base, cover, digit, best, bestCover)
	return true
}

// bites reports whether v has places in the covering lines outside the chosen ones.
func (t *fish) bites(cover, v int, chosen, union uint64) bool {
	for ; union != 0; union &= union - 1 {
		if t.places(cover+bits.TrailingZeros64(union), v)&^chosen != 0 {
			return true
		}
	}
	return false
}

func (t *fish) describe(base, cover, v int, chosen, union uint64) {
	t.startHint(fishNames[t.k], fishRatings[t.k])
	for ; chosen != 0; chosen &= chosen - 1 {
		t.hint.houses = append(t.hint.houses, base+bits.TrailingZeros64(chosen))
	}
	for _, h := range t.hint.houses {
		t.hint.addSlots(t.board, h, t.places(h, v))
	}
	var inside uint64
	for _, h := range t.hint.houses {
		inside |= 1 << uint(h-base)
	}
	for m := union; m != 0; m &= m - 1 {
		h := cover + bits.TrailingZeros64(m)
		t.hint.houses = append(t.hint.houses, h)
		t.hint.strikeSlots(t.board, h, v, ^inside)
	}
	if t.verbose {
		t.hint.text = fmt.Sprintf("In %s, %s can only stand in %s; this removes %s.",
			t.houseNames(t.hint.houses[:t.k]), t.digitName(v), t.houseNames(t.hint.houses[t.k:]), t.hint.struck(t.frame))
	}
}
