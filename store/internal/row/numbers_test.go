package row

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestValuesComeBackExactly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]float64{1, 10, 3, 81, 729, 1000, math.Pi}).Draw(t, "parts")
		values := rapid.SliceOfN(rapid.OneOf(
			rapid.Map(rapid.IntRange(-5000, 5000), func(k int) float64 { return float64(k) / n }), rapid.Float64()), 1,
			20).
			Draw(t, "values")
		divisor := Divisor(values)
		for _, v := range append(values, 0.1, math.Copysign(0, -1), math.Inf(1), math.MaxFloat64, 1<<53) {
			got, _ := Value(Number(v, divisor), divisor)
			if got != v || math.Signbit(got) != math.Signbit(v) {
				t.Fatalf("%g with divisor %d comes back as %g", v, divisor, got)
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
		text := AppendNumbers(nil, []float64{v, math.NaN(), math.Inf(1)})
		back, err := ParseNumbers(string(text))
		if err != nil || len(back) != 3 || back[0] != v || !math.IsNaN(back[1]) || !math.IsInf(back[2], 1) {
			t.Errorf("%v came back as %v: %v", v, back, err)
		}
		if back := ParseNumber(string(AppendNumber(nil, v))); back != v {
			t.Errorf("%v came back as %v", v, back)
		}
	})
}
