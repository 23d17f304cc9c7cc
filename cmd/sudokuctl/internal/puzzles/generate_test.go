package puzzles

import (
	"math"
	"slices"
	"testing"
)

// TestMetricTarget reads --metric.
func TestMetricTarget(t *testing.T) {
	for text, want := range map[string]struct {
		name       string // "" for an error
		min, below float64
	}{
		"se=2..3":                {"se", 2, 3},
		"se=-1.5..1e2":           {"se", -1.5, 100},
		"se=4":                   {"se", 3.95, 4.05},
		"entropy=0.25":           {"entropy", 0.245, 0.255},
		"se=4..4":                {"se", 4, math.Nextafter(4, 5)},
		"human_seconds=60..+Inf": {"human_seconds", 60, math.Inf(1)},
		"se":                     {},
		"se=":                    {},
		"se=..3":                 {},
		"se=3..":                 {},
		"se=3..2":                {},
		"se=2...3":               {},
		"se=2..3..4":             {},
		"se=2-3":                 {},
		"se=2,5":                 {},
		"2..3":                   {},
		"se=NaN":                 {},
		"se=1..NaN":              {},
		"se=NaN..1":              {},
	} {
		got, err := (&generateOptions{metric: text}).target()
		switch {
		case want.name == "":
			if err == nil {
				t.Errorf("%s is %+v", text, got)
			}
		case err != nil:
			t.Errorf("%s: %v", text, err)
		case got.Metric != want.name || got.Min != want.min || got.Below != want.below:
			t.Errorf("%s is %+v, want %+v", text, got, want)
		}
	}
	if got, err := (&generateOptions{}).target(); got != nil || err != nil {
		t.Errorf("nothing asked for: %v, %v", got, err)
	}
	if _, err := (&generateOptions{level: "easy", metric: "se=2"}).target(); err == nil {
		t.Error("a level and a metric are asked for")
	}
}

func TestTechniqueNames(t *testing.T) {
	got := techniqueNames([]string{"X-wing", "naked_pair", "Hidden Single", "XYZ-wing"})
	if want := []string{"x_wing", "naked_pair", "hidden_single", "xyz_wing"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
