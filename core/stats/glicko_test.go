package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestGlickmansExample is the example of Glickman's paper.
func TestGlickmansExample(t *testing.T) {
	got := Rating{1500, 200, 0.06}.After(1, Game{Rating{1400, 30, 0.06}, 1}, Game{Rating{1550, 100, 0.06}, 0},
		Game{Rating{1700, 300, 0.06}, 0})
	if text := fmt.Sprintf("%.2f %.2f %.5f", got.Value, got.Deviation, got.Volatility); text != "1464.05 151.52 0.06000" {
		t.Errorf("got %s", text)
	}
	// The paper rounds on the way.
	if math.Abs(got.Value-1464.06) > 0.01 || math.Abs(got.Deviation-151.52) > 0.005 || math.Abs(got.Volatility-0.05999) > 1e-5 {
		t.Errorf("got %v, the paper has 1464.06, 151.52 and 0.05999", got)
	}
	idle := Rating{1500, 200, 0.06}.After(1)
	if math.Abs(idle.Deviation-200.2714) > 1e-3 || idle.Value != 1500 || idle.Volatility != 0.06 {
		t.Errorf("a period without games makes %v", idle)
	}
	if r := NewRating().After(1000); r.Deviation != maxDeviation {
		t.Errorf("after a long time the deviation is %v", r.Deviation)
	}
	// A surprise raises the volatility, also where Δ² is above φ² + v.
	if r := (Rating{1500, 30, 0.06}).After(1, Game{Rating{2500, 30, 0.06}, 1}, Game{Rating{2500, 30, 0.06}, 1}); r.Volatility <= 0.06 || r.Value < 1500 {
		t.Errorf("two great surprises make %v", r)
	}
}

// TestMedianInterval draws samples of a known median and counts how often it is inside.
func TestMedianInterval(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{8, 25, 200} {
		inside := 0
		for range 2000 {
			values := make([]float64, n)
			for i := range values {
				values[i] = r.ExpFloat64()
			}
			slices.Sort(values)
			if low, high := MedianInterval(values); low <= math.Ln2 && math.Ln2 <= high {
				inside++
			}
		}
		if inside < 1880 {
			t.Errorf("of samples of %d, the median of the population is inside %d of 2000 intervals", n, inside)
		}
	}
	if low, high := MedianInterval([]float64{1, 2, 9}); low != 1 || high != 9 {
		t.Errorf("of three values the interval is %v to %v", low, high)
	}
	if low, _ := MedianInterval(nil); !math.IsNaN(low) {
		t.Errorf("of nothing it begins at %v", low)
	}
}

// TestSpearmanInterval draws samples of a known rank correlation.
func TestSpearmanInterval(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	const pearson = 0.7
	truth := 6 / math.Pi * math.Asin(pearson/2) // of normal variables
	inside := 0
	for range 1000 {
		var x, y []float64
		for range 100 {
			a, b := r.NormFloat64(), r.NormFloat64()
			x, y = append(x, a), append(y, pearson*a+math.Sqrt(1-pearson*pearson)*b)
		}
		if low, high := SpearmanInterval(Spearman(x, y), 100); low <= truth && truth <= high {
			inside++
		}
	}
	if inside < 930 || inside > 975 {
		t.Errorf("the correlation is inside %d of 1000 intervals", inside)
	}
	if low, high := SpearmanInterval(1, 3); low != -1 || high != 1 {
		t.Errorf("of three points the interval is %v to %v", low, high)
	}
}
