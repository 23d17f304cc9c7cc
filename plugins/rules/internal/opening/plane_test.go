package opening

import (
	"math/bits"
	"testing"

	"pgregory.net/rapid"
)

// only returns the one cell that a plane has of a house, if it has one.
func only(p plane, h int) (cell plane, alone bool) {
	cell = p.and(houses[h])
	return cell, bits.OnesCount64(cell.upper)+bits.OnesCount64(cell.lower) == 1
}

// TestAlone compares what is found in all houses at once with a count in each.
func TestAlone(t *testing.T) {
	words := rapid.OneOf(rapid.Uint64(), rapid.Map(rapid.Uint64(), func(w uint64) uint64 { return w & (w >> 17) & (w >> 31) }))
	rapid.Check(t, func(t *rapid.T) {
		p := plane{words.Draw(t, "upper"), words.Draw(t, "lower")}.and(everyCell)
		var any, inBox plane
		line := 18
		for h := range houses {
			cell, alone := only(p, h)
			if !alone {
				continue
			}
			any = any.or(cell)
			if h < 9 {
				inBox = inBox.or(cell)
			} else {
				line = min(line, h-9)
			}
		}
		if p.alone() != any || p.aloneInBox() != inBox {
			t.Fatalf("alone in %x are %x, in boxes %x; want %x and %x", p, p.alone(), p.aloneInBox(), any, inBox)
		}
		if got := p.firstAloneLine(); inBox.isEmpty() && got != line {
			t.Fatalf("the first line with one cell of %x is %d, want %d", p, got, line)
		}
	})
}
