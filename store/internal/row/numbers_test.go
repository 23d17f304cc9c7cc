package row

import (
	"math"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/sudokuctl/sudokuctl/store/internal/where"
)

func TestValuesComeBackExactly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]float64{1, 10, 3, 81, 729, 1000, math.Pi}).Draw(t, "parts")
		values := rapid.SliceOfN(rapid.OneOf(
			rapid.Map(rapid.IntRange(-5000, 5000), func(k int) float64 { return float64(k) / n }), rapid.Float64()), 1,
			20).
			Draw(t, "values")
		m := where.Metric{Divisor: Divisor(values)}
		for _, v := range append(values, 0.1, math.Copysign(0, -1), math.Inf(1), math.MaxFloat64, 1<<53) {
			got := math.NaN()
			switch x := Number(v, m.Divisor).(type) {
			case int64:
				got = Value(m, strconv.FormatInt(x, 10))
			case float64:
				got = x
			}
			if got != v || math.Signbit(got) != math.Signbit(v) {
				t.Fatalf("%g with divisor %d comes back as %g", v, m.Divisor, got)
			}
		}
	})
}

func TestDivisors(t *testing.T) {
	for want, values := range map[int64][]float64{
		1: {1, 2, math.NaN()}, 10: {1.2, 2.6}, 729: {101. / 729, 3. / 729}, 100: {0.25, 7}, 3: {1. / 3},
	} {
		if got := Divisor(values); got != want {
			t.Errorf("%v: divisor %d, want %d", values, got, want)
		}
	}
	if got := Divisor([]float64{math.Sqrt2, math.E}); got != 1 {
		t.Errorf("divisor %d of what has none", got)
	}
}

func TestNumbersComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.Float64().Draw(t, "value")
		if back := ParseNumber(string(AppendNumber(nil, v))); back != v {
			t.Errorf("%v came back as %v", v, back)
		}
	})
}
