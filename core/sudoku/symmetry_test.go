package sudoku

import (
	"slices"
	"strings"
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

func TestPatternSymmetriesHeedConstraints(t *testing.T) {
	for text, want := range map[string]string{
		"9:~x:r1c12":                    "",
		"9:~cage=5:r1c12~cage=7:r9c89":  "rot180",
		"9:~cage=5:r1c12~x:r9c89":       "",
		"4:~arrow:r1c1-r2c2-r1c2":       "",
		"4:~arrow:r1c1-r1c2-r2c1":       "diagonal",
		"9:~or~x:r1c46~cage:r1c456~end": "mirror_h",
	} {
		p, err := ParsePuzzle(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(PatternSymmetries(p), " "); got != want {
			t.Errorf("%s: %s", text, got)
		}
	}
}
