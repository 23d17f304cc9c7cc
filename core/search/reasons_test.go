package search

import (
	"slices"
	"testing"
)

func TestClashing(t *testing.T) {
	for line, want := range map[string][]int{
		"4:~cage=3:r1c12~cage=3:r2c34~cage=5:r3c12~thermo:r4c123":   nil,
		"4:~cage=3:r1c12~cage=5:r3c12~thermo:r1c12~thermo:r1c2r1c1": {2, 3},
		"4:~cage=3:r1c12~cage=3:r1c34~cage=5:r3c12":                 {0, 1},
		"4:1...1...........~cage=5:r3c12":                           {},
	} {
		p := parse(t, line)
		got, err := Clashing(p, 1000)
		if err != nil || !slices.Equal(got, want) || (got == nil) != (want == nil) {
			t.Errorf("%s: %v instead of %v, %v", p, got, want, err)
		}
	}
}

func TestSuperfluous(t *testing.T) {
	p := parse(t, "4:12343412........~cage=3:r3c12~cage=10:r1~thermo:r2c34")
	if got, err := Superfluous(p, 1000); err != nil || !slices.Equal(got, []int{1, 2}) {
		t.Errorf("%s: %v, %v", p, got, err)
	}
	if got, err := Superfluous(parse(t, "4:~cage=3:r3c12"), 1000); err != nil || got != nil {
		t.Errorf("several solutions, but superfluous: %v, %v", got, err)
	}
}
