package stats

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestFuzzyLevelsFindGroups(t *testing.T) {
	l := FuzzyLevels([]float64{0.27, 0.15, 0.16, 0.28, 0.21, 0.22, 0.17, 0.29, 0.23}, 3, 2)
	for i, want := range []float64{0.16, 0.22, 0.28} {
		if math.Abs(l.Centres[i]-want) > 0.003 {
			t.Errorf("centres %v", l.Centres)
		}
	}
	for value, want := range map[float64]int{0.1: 0, 0.18: 0, 0.2: 1, 0.24: 1, 0.26: 2, 1: 2} {
		if got := l.Level(value); got != want {
			t.Errorf("%v is in level %d, want %d", value, got, want)
		}
	}
	if d := l.Degrees(0.19); math.Abs(d[0]-d[1]) > 0.15 || d[2] > d[0] {
		t.Errorf("degrees between two levels: %v", d)
	}
}

func TestFuzzyLevelsOfFewValues(t *testing.T) {
	l := FuzzyLevels([]float64{2, 1, 2}, 4, 2)
	if !slices.Equal(l.Centres, []float64{1, 2}) || l.Level(1.9) != 1 {
		t.Errorf("%+v", l)
	}
}

func TestDegreesAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Float64Range(-5, 5), 1, 40).Draw(t, "values")
		count := rapid.IntRange(1, 5).Draw(t, "levels")
		l := FuzzyLevels(values, count, rapid.Float64Range(1.3, 3).Draw(t, "fuzziness"))
		if !slices.IsSorted(l.Centres) {
			t.Fatalf("centres %v", l.Centres)
		}
		v := rapid.Float64Range(-6, 6).Draw(t, "value")
		degrees := l.Degrees(v)
		if s := sum(degrees); math.Abs(s-1) > 1e-9 || degrees[l.Level(v)] < slices.Max(degrees)-1e-9 {
			t.Fatalf("%v in %v: degrees %v, level %d", v, l.Centres, degrees, l.Level(v))
		}
	})
}
