package stats_test

import (
	"math"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/stats"
)

func TestQuantile(t *testing.T) {
	for q, want := range map[float64]float64{0: 1, 0.5: 2.5, 0.25: 1.75, 1: 4} {
		if got := stats.Quantile([]float64{1, 2, 3, 4}, q); got != want {
			t.Errorf("quantile %v is %v, want %v", q, got, want)
		}
	}
	if !math.IsNaN(stats.Quantile(nil, 0.5)) {
		t.Error("nothing has a median")
	}
}
