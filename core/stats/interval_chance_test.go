package stats_test

import (
	"math"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/stats"
)

// The probabilities are sums of hypergeometric ones that can be added by hand.
func TestSameShare(t *testing.T) {
	for _, c := range []struct {
		k1, n1, k2, n2 int
		want           float64
	}{
		{3, 4, 1, 4, 34.0 / 70}, // the lady tasting tea: (1 + 16 + 16 + 1) of 70
		{4, 4, 0, 4, 2.0 / 70},
		{0, 10, 0, 20, 1},
		{1, 1, 0, 1, 1},
		{0, 1000, 1, 1000, 1},
		{2, 1000, 0, 1000, 999.0 / 1999},
	} {
		if got := stats.SameShare(c.k1, c.n1, c.k2, c.n2); math.Abs(got-c.want) > 1e-6 {
			t.Errorf("SameShare(%d, %d, %d, %d) = %v, want %v", c.k1, c.n1, c.k2, c.n2, got, c.want)
		}
		if a, b := stats.SameShare(c.k1, c.n1, c.k2, c.n2), stats.SameShare(c.k2, c.n2, c.k1, c.n1); math.Abs(a-b) > 1e-9 {
			t.Errorf("%v: %v and %v depend on the order", c, a, b)
		}
	}
}

func TestSameMean(t *testing.T) {
	if got := stats.SameMean(0, 1, 100, 1.959963985*0.1, 0, 1); math.Abs(got-0.05) > 1e-6 {
		t.Errorf("1.96 standard errors apart: %v", got)
	}
	if got := stats.SameMean(3, 2, 50, 3, 1, 70); got != 1 {
		t.Errorf("equal means: %v", got)
	}
	if got := stats.SameMean(0, 0, 10, 0, 0, 10); !math.IsNaN(got) {
		t.Errorf("nothing varies: %v", got)
	}
}
