package als

import (
	"math/bits"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// xz uses one or two restricted commons of two almost locked sets.
type xz struct {
	*board.Position
	sets *Sets
}

// XZ makes uses of two almost locked sets.
func XZ(p *board.Position) board.Technique { return xz{p, board.Share(p, NewSets)} }

func (t xz) Each(done func() bool) bool {
	all, commons := t.sets.commonsHere()
	for i := range all {
		for j := range i {
			a, b := &all[i], &all[j]
			x := commons[i][j]
			if x != 0 && t.describe(a, b, x) && done() {
				return true
			}
		}
	}
	return false
}

func (t xz) describe(a, b *Set, x uint64) bool {
	double := x&(x-1) != 0
	t.StartHint("als_xz", 0)
	for vs := a.Digits & b.Digits; vs != 0; vs &= vs - 1 {
		if v := bits.TrailingZeros64(vs); double || x>>uint(v)&1 == 0 {
			strikeSight(t.Position, a, b, v)
		}
	}
	if double {
		StrikeLocked(t.Position, a, x)
		StrikeLocked(t.Position, b, x)
	}
	t.Hint.Cells = append(append(t.Hint.Cells, a.Cells...), b.Cells...)
	t.Hint.Houses = append(t.Hint.Houses, a.house, b.house)
	if t.Verbose {
		t.AddSet(a.Cells...)
		t.AddSet(b.Cells...)
		linkSets(t.Position, a, b, x)
		t.Say("%c hold %d, %c hold %d, and %d is in one of the two sets only", a.Cells, a.Digits, b.Cells, b.Digits, x)
	}
	return len(t.Hint.Strikes) > 0
}

// wing is the ALS-XY-wing: a pivot set shares a restricted common x with one set and another, y, with a
// second; a digit that these two share beside leaves what sees all of it in both.
type wing struct {
	*board.Position
	sets *Sets
}

// Wing makes uses of three.
func Wing(p *board.Position) board.Technique { return wing{p, board.Share(p, NewSets)} }

func (t wing) Each(done func() bool) bool {
	all, commons := t.sets.commonsHere()
	for p := range all {
		for i, x := range commons[p] {
			for j := range i {
				if y := commons[p][j]; x != 0 && y != 0 && (x != y || x&(x-1) != 0) &&
					t.describe(&all[p], &all[i], &all[j], x, y) && done() {
					return true
				}
			}
		}
	}
	return false
}

func (t wing) describe(p, a, b *Set, x, y uint64) bool {
	t.StartHint("als_xy_wing", 0)
	shared := a.Digits & b.Digits
	if x&(x-1) == 0 {
		shared &^= x
	}
	if y&(y-1) == 0 {
		shared &^= y
	}
	if x&(x-1) != 0 || y&(y-1) != 0 {
		shared &^= x | y
	}
	for ; shared != 0; shared &= shared - 1 {
		strikeSight(t.Position, a, b, bits.TrailingZeros64(shared))
	}
	t.Hint.Cells = append(append(append(t.Hint.Cells, p.Cells...), a.Cells...), b.Cells...)
	t.Hint.Houses = append(t.Hint.Houses, p.house, a.house, b.house)
	if t.Verbose {
		for _, set := range []*Set{a, p, b} {
			t.AddSet(set.Cells...)
		}
		linkSets(t.Position, a, p, x)
		linkSets(t.Position, p, b, y)
		t.Say("%c cannot lose both %d to %c and %d to %c, so one of these two is locked", p.Cells, x, a.Cells, y, b.Cells)
	}
	return len(t.Hint.Strikes) > 0
}
