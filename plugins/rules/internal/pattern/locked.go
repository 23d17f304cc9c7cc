package pattern

import (
	"math/bits"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// Locked candidates: all places of a digit in one house lie in a second house too, so the digit leaves the
// rest of the second. Pointing argues from a box, claiming from a line.

// locked looks for digits of a house that all lie in another one.
type locked struct {
	*board.Position
	direct bool // look for the placement that a locked digit leads to
	seen   board.Memory
}

// Locked makes the technique that finds pointing and claiming: all places of a digit in one house lie in another.
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

// describe describes pointing (2.6) or claiming (2.8); or, if the placement is looked for, direct pointing (1.7) or
// claiming (1.9).
func (t *locked) describe(x *board.Crossing, v int) bool {
	if t.direct {
		return t.findThird(x, v)
	}
	t.begin(x, v, "", 2.6, 2.8)
	t.Hint.StrikeSlots(t.Board, x.House2, v, ^x.Shared2)
	t.Say("In %h, %d can only stand in %c, all of them in %h", x.House1, v, t.Hint.Cells, x.House2)
	return true
}

// begin begins a hint of either kind, with its rating.
func (t *locked) begin(x *board.Crossing, v int, prefix string, pointing, claiming float64) {
	t.StartHint(prefix+"claiming", claiming)
	if t.IsBox(x.House1) {
		t.StartHint(prefix+"pointing", pointing)
	}
	t.Hint.Houses = append(t.Hint.Houses, x.House1, x.House2)
	t.Hint.AddSlots(t.Board, x.House1, t.Places(x.House1, v))
}

// findThird looks for a third house, of the first one's kind, in which the locked digit v has one place outside
// x's second house. Only that placement is kept.
func (t *locked) findThird(x *board.Crossing, v int) bool {
	for _, third := range x.Thirds {
		m := t.Places(third.House, v)
		rest := m &^ third.Shared
		if m&(m-1) == 0 || rest == 0 || rest&(rest-1) != 0 {
			continue
		}
		t.begin(x, v, "direct_", 1.7, 1.9)
		t.Hint.Cell, t.Hint.Digit = t.CellAt(third.House, rest), v
		t.Hint.Houses = append(t.Hint.Houses, third.House)
		if t.Verbose {
			t.Hint.Text = t.Sentence("In %h, %d can only stand in %c, all of them in %h; so in %h only %c is left for it.",
				x.House1, v, t.Hint.Cells, x.House2, third.House, t.Hint.Cell)
		}
		return true
	}
	return false
}

// lockedSet finds locked pairs and triples: naked sets of k cells where a box and a line cross, so that the
// digits leave both.
type lockedSet struct {
	*board.Position
	k int
}

// LockedSet makes the technique that finds naked pairs or triples whose cells lie in a box and a line at once.
func LockedSet(k int) board.Maker {
	return func(p *board.Position) board.Technique { return lockedSet{p, k} }
}

// Each finds naked pairs and triplets where a box and a line cross.
func (t lockedSet) Each(done func() bool) bool {
	for i := range t.Crosses {
		x := &t.Crosses[i]
		if !t.IsBox(x.House1) {
			continue
		}
		open := t.OpenSlots(x.House1, x.Shared1)
		for m := open; m != 0; m = (m - 1) & open {
			vs := t.Union(x.House1, m)
			if bits.OnesCount64(m) == t.k && bits.OnesCount64(vs) == t.k && t.describe(x, m, vs) && done() {
				return true
			}
		}
	}
	return false
}

// describe fills in the hint if it strikes something in both houses.
func (t lockedSet) describe(x *board.Crossing, slots, vs uint64) bool {
	t.StartHint("locked_"+setNames[t.k], 0)
	t.Hint.AddSlots(t.Board, x.House1, slots)
	t.StrikeOutside(x.House1, vs)
	first := len(t.Hint.Strikes)
	t.StrikeOutside(x.House2, vs)
	t.Hint.Houses = append(t.Hint.Houses, x.House1, x.House2)
	if t.Verbose {
		t.AddSet(t.Hint.Cells...)
		t.Say("%c, in %h and in %h, hold %d between them", t.Hint.Cells, x.House1, x.House2, vs)
	}
	return first > 0 && len(t.Hint.Strikes) > first
}
