package chain

import "testing"

func TestLengthRating(t *testing.T) {
	steps := []int{4, 6}
	for len(steps) < 24 {
		steps = append(steps, 2*steps[len(steps)-2])
	}
	for n := range maxLength + 1 {
		want := 0.0
		for i := 0; i < len(steps) && n-2 > steps[i]; i++ {
			want += 0.1
		}
		if got := lengthRating(n); got != want {
			t.Fatalf("%d nodes: %v, want %v", n, got, want)
		}
	}
}
