package pattern

import (
	"math/bits"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// Fish: in k columns a digit has places in the same k rows only, so it leaves these rows' other cells; and
// the same with rows and columns exchanged.

var (
	fishNames   = [...]string{2: "x_wing", 3: "swordfish", 4: "jellyfish", 5: "squirmbag", 6: "whale"}
	fishRatings = [...]float64{2: 3.2, 3: 3.8, 4: 5.2}
)

// fish looks for k lines with all places of a digit in k crossing lines.
type fish struct {
	*board.Position
	k    int
	seen board.Memory // digits
	sets [sudoku.MaxSize]uint64
}

// Fish makes X-wings (3.2), swordfish (3.8) or jellyfish (5.2).
func Fish(k int) board.Maker {
	return func(p *board.Position) board.Technique {
		return &fish{Position: p, k: k, seen: make(board.Memory, p.N)}
	}
}

// Each finds one fish: of all in columns the first by its set of columns counts, and then the smallest digit;
// rows come after columns.
func (t *fish) Each(done func() bool) bool {
	if !t.Square {
		return false
	}
	todo := t.Unseen(t.seen)
	if todo == 0 {
		return false
	}
	columns, rows := t.LinesOf(sudoku.Column), t.LinesOf(sudoku.Row)
	for _, lines := range [2][2]int{{columns, rows}, {rows, columns}} {
		if found, stop := t.across(lines[0], lines[1], todo, done); stop || found && !t.All {
			return stop
		}
	}
	if !t.All {
		t.FoundNothing(todo, t.seen)
	}
	return false
}

// across looks for fish whose base lines begin at house base and cover lines at house cover: for the first, or if the
// position wants all for each.
func (t *fish) across(base, cover int, todo uint64, done func() bool) (found, stop bool) {
	best, bestCover, digit := ^uint64(0), uint64(0), -1
	for ; todo != 0; todo &= todo - 1 {
		v := bits.TrailingZeros64(todo)
		if int(t.Placed[v])+2*t.k > t.N && !t.All {
			continue
		}
		for i := range t.N {
			t.sets[i] = board.Within(t.Places(base+i, v), t.k)
		}
		p := board.Pick{Sets: t.sets[:t.N], K: t.k, Accept: func(chosen, union uint64) bool {
			switch {
			case chosen >= best:
				return true
			case !t.bites(cover, v, chosen, union):
				return false
			case t.All:
				t.describe(base, cover, v, chosen, union)
				return done()
			}
			best, bestCover, digit = chosen, union, v
			return true
		}}
		if p.Search() && t.All {
			return true, true
		}
	}
	if digit < 0 {
		return false, false
	}
	t.describe(base, cover, digit, best, bestCover)
	return true, done()
}

// bites reports whether v has places in the covering lines outside the chosen ones.
func (t *fish) bites(cover, v int, chosen, union uint64) bool {
	for ; union != 0; union &= union - 1 {
		if t.Places(cover+bits.TrailingZeros64(union), v)&^chosen != 0 {
			return true
		}
	}
	return false
}

// describe makes the hint of a fish.
func (t *fish) describe(base, cover, v int, chosen, union uint64) {
	t.StartHint(fishNames[t.k], fishRatings[t.k])
	for ; chosen != 0; chosen &= chosen - 1 {
		t.Hint.Houses = append(t.Hint.Houses, base+bits.TrailingZeros64(chosen))
	}
	for _, h := range t.Hint.Houses {
		t.Hint.AddSlots(t.Board, h, t.Places(h, v))
	}
	var inside uint64
	for _, h := range t.Hint.Houses {
		inside |= 1 << uint(h-base)
	}
	for m := union; m != 0; m &= m - 1 {
		h := cover + bits.TrailingZeros64(m)
		t.Hint.Houses = append(t.Hint.Houses, h)
		t.Hint.StrikeSlots(t.Board, h, v, ^inside)
	}
	t.Say("In %h, %d can only stand in %h", t.Hint.Houses[:t.k], v, t.Hint.Houses[t.k:])
}
