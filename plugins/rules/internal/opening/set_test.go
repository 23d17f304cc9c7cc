package opening

import (
	"math/bits"
	"testing"

	"pgregory.net/rapid"
)

// TestLookAtHouses compares the slots of digits with the planes, cell by cell.
func TestLookAtHouses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := New(len(Ladder))
		for v := range o.open {
			o.open[v] = plane{rapid.Uint64().Draw(t, "upper"), rapid.Uint64().Draw(t, "lower")}.and(everyCell)
		}
		o.filled = plane{rapid.Uint64().Draw(t, "filled"), 0}.and(everyCell)
		o.lookAtHouses()
		for h := range houses {
			for v := range o.open {
				var want uint32
				for slot := range 9 {
					if cell := cellOf(h, slot); cell.and(houses[h]) != cell {
						t.Fatalf("cell %x is not in house %d", cell, h)
					} else if !cell.and(o.places(v)).isEmpty() {
						want |= 1 << slot
					}
				}
				n := bits.OnesCount32(want)
				two, three := o.few[h]>>v&1 == 1, o.few[h]>>16>>v&1 == 1
				if o.slots[h][v] != want || two != (n == 1 || n == 2) || three != (n >= 1 && n <= 3) {
					t.Fatalf("digit %d has slots %o in house %d (up to two %v, up to three %v), want %o", v, o.slots[h][v], h, two, three, want)
				}
			}
		}
	})
}
