package sudoku

import (
	"slices"
	"testing"
)

func TestPatternSymmetries(t *testing.T) {
	for line, want := range map[string][]string{
		"4:1..2........3..4": {"rot90", "rot180", "mirror_h", "mirror_v", "diagonal", "antidiagonal"},
		"4:12..........34..": {"mirror_v"},
		"4:1..2............": {"mirror_h"},
		"4:.1.....23.....4.": {"rot90", "rot180"},
		"4:1....2....3....4": {"rot180", "diagonal", "antidiagonal"},
		"4:.1..2...........": {"diagonal"},
	} {
		p, err := ParsePuzzle(line)
		if err != nil {
			t.Fatal(err)
		}
		if got := PatternSymmetries(p); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", line, got, want)
		}
	}
}

func TestSymmetryOrbits(t *testing.T) {
	for name, want := range map[string]int{
		"": 81, "rot90": 21, "rot180": 41, "mirror_h": 45, "mirror_v": 45, "diagonal": 45, "antidiagonal": 45,
	} {
		orbits, err := SymmetryOrbits(Classic(), name)
		if err != nil || len(orbits) != want || len(slices.Concat(orbits...)) != 81 {
			t.Errorf("%q: %d orbits, error %v", name, len(orbits), err)
		}
	}
	if _, err := SymmetryMap(Classic(), "rot45"); err == nil {
		t.Error("rot45 is accepted")
	}
}
