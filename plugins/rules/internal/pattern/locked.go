package pattern

import (
	"math/bits"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// Locked candidates: all places of a digit in one house lie in a second house too, so the digit leaves the
// rest of the second. Pointing argues from a box, claiming from a line.

type locked struct {
	*board.Position
	direct bool // look for the placement that a locked digit leads to
	seen   board.Memory
}

// Locked makes pointing and claiming.
func Locked(p *board.Position) board.Technique {
	return &locked{Position: p, seen: make(board.Memory, p.N)}
}

// DirectLocked makes the placements that follow from pointing and claiming.
func DirectLocked(p *board.Position) board.Technique {
	return &locked{Position: p, direct: true, seen: make(board.Memory, p.N)}
}

// isLocked reports whether digit v has two places or more in the first house of x, all in the second, and
// others in the second.
func (t *locked) isLocked(x *board.Crossing, v int) bool {
	m := t.Pos[x.Row1+v]
	return m&^x.Shared1 == 0 && m&(m-1) != 0 && t.Pos[x.Row2+v]&^x.Shared2 != 0
}

// Each goes through the crossings where a digit is locked that may have become so since it was looked at.
func (t *locked) Each(done func() bool) bool {
	todo := t.Unseen(t.seen)
	if todo == 0 {
		return false
	}
	for i := 0; i < len(t.Crosses); {
		x := &t.Crosses[i]
		locked := t.DigitsOf(x.House1).Locked & todo
		if locked == 0 {
			i = x.Next
			continue
		}
		for ; locked != 0; locked &= locked - 1 {
			if v := bits.TrailingZeros64(locked); t.isLocked(x, v) && t.describe(x, v) && done() {
				return true
			}
		}
		i++
	}
	t.FoundNothing(todo, t.seen)
	return false
}

// Pass notes that there is nothing to find on the board as it is.
func (t *locked) Pass() { t.FoundNothing(t.Unseen(t.seen), t.seen) }

func (t *locked) describe(x *board.Crossing, v int) bool {
	if t.direct {
		return t.findThird(x, v)
	}
	t.hintLocked(x, v)
	return true
}

// hintLocked describes pointing (2.6) or claiming (2.8).
func (t *locked) hintLocked(x *board.Crossing, v int) {
	t.StartHint("claiming", 2.8)
	if t.IsBox(x.House1) {
		t.StartHint("pointing", 2.6)
	}
	t.Hint.Houses = append(t.Hint.Houses, x.House1, x.House2)
	t.Hint.AddSlots(t.Board, x.House1, t.Places(x.House1, v))
	t.Hint.StrikeSlots(t.Board, x.House2, v, ^x.Shared2)
	t.Say("In %h, %d can only stand in %c, all of them in %h", x.House1, v, t.Hint.Cells, x.House2)
}

// findThird looks for a third house, of the first one's kind, in which the locked digit v has one place outside
// x's second house (1.7 for pointing, 1.9 for claiming). Only that placement is kept.
func (t *locked) findThird(x *board.Crossing, v int) bool {
	for _, third := range x.Thirds {
		m := t.Places(third.House, v)
		rest := m &^ third.Shared
		if m&(m-1) != 0 && rest != 0 && rest&(rest-1) == 0 {
			return t.hintDirectLocked(x, v, third.House, t.CellAt(third.House, rest))
		}
	}
	return false
}

func (t *locked) hintDirectLocked(x *board.Crossing, v, third, cell int) bool {
	t.StartHint("direct_claiming", 1.9)
	if t.IsBox(x.House1) {
		t.StartHint("direct_pointing", 1.7)
	}
	t.Hint.Cell, t.Hint.Digit = cell, v
	t.Hint.Houses = append(t.Hint.Houses, x.House1, x.House2, third)
	t.Hint.AddSlots(t.Board, x.House1, t.Places(x.House1, v))
	if t.Verbose {
		t.Hint.Text = t.Sentence("In %h, %d can only stand in %c, all of them in %h; so in %h only %c is left for it.",
			x.House1, v, t.Hint.Cells, x.House2, third, cell)
	}
	return true
}
