package pattern

import (
	"math/bits"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// lockedSet finds locked pairs and triples: naked sets of k cells where a box and a line cross, so that the
// digits leave both.
type lockedSet struct {
	*board.Position
	k int
}

// LockedSet makes locked pairs or triples.
func LockedSet(k int) board.Maker {
	return func(p *board.Position) board.Technique { return lockedSet{p, k} }
}

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
