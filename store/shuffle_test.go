package store

import (
	"math"
	"testing"
)

func TestShuffleIsAPermutation(t *testing.T) {
	for _, last := range []int64{1, 2, 3, 4, 15, 16, 17, 1000, 4097} {
		s := newShuffle(last, 5)
		seen := map[int64]bool{}
		for place := range last {
			number := s.at(place)
			if number < 1 || number > last || seen[number] || s.place(number) != place {
				t.Fatalf("of %d, place %d has number %d, whose place is %d", last, place, number, s.place(number))
			}
			seen[number] = true
		}
	}
	s := newShuffle(math.MaxInt64, 5)
	for place := range int64(1000) {
		if back := s.place(s.at(place)); back != place {
			t.Fatalf("place %d came back as %d", place, back)
		}
	}
}

// TestShuffleIsFair counts, over fixed seeds, which numbers come first and second.
func TestShuffleIsFair(t *testing.T) {
	for _, last := range []int64{2, 3, 7, 16, 23, 100} {
		pairs := make([]float64, last*last)
		expected := 100.0
		draws := uint64(expected) * uint64(last*(last-1))
		for seed := range draws {
			s := newShuffle(last, seed)
			pairs[(s.at(0)-1)*last+s.at(1)-1]++
		}
		chi := 0.0
		for i, n := range pairs {
			if first, second := int64(i)/last, int64(i)%last; first != second {
				chi += (n - expected) * (n - expected) / expected
			}
		}
		freedom := float64(last*(last-1) - 1)
		if limit := freedom + 5*math.Sqrt(2*freedom); chi > limit || chi < freedom-5*math.Sqrt(2*freedom) {
			t.Errorf("of %d numbers, chi squared of the first two is %.0f, not within %.0f of %.0f", last, chi, limit-freedom, freedom)
		}
	}
}
