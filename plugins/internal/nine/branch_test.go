package nine

import (
	"math/bits"
	"testing"

	"pgregory.net/rapid"
)

func TestTightestDigitIsTheFirstWithFewest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word, sets := drawFields(t, "permutations")
		first := [4]int{-1, -1, -1, -1} // the first digit with two, three, more
		for d := 8; d >= 0; d-- {
			n := 0
			for _, x := range sets {
				n += int(x >> d & 1)
			}
			if n >= 2 {
				first[min(n, 4)-2] = d
			}
		}
		for _, want := range first {
			if want >= 0 {
				if got := tightestDigit(word); got != want {
					t.Fatalf("digit %d, want %d of %v", got, want, first)
				}
				return
			}
		}
	})
}

// TestLinesComeBack replaces the permutations of each line and looks whether they, and only they, have changed.
func TestLinesComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word, _ := drawFields(t, "permutations")
		line := rapid.IntRange(0, 5).Draw(t, "line")
		var b board
		for i := range b.perm {
			b.perm[i] = [2]uint64{full, full & band}
		}
		before := b
		b.setLine(line, word)
		if n := bits.OnesCount64(word); n > 9 && n < 6*9 {
			if tightest, perms := b.tightestLine(); tightest != line || perms != word {
				t.Fatalf("line %d has %b, want line %d with %b", tightest, perms, line, word)
			}
		}
		b.setLine(line, full)
		if b != before {
			t.Fatalf("line %d: %b, before %b", line, b.perm, before.perm)
		}
	})
}
