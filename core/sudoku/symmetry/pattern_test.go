package symmetry_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/symmetry"
)

func TestOfPattern(t *testing.T) {
	for line, want := range map[string][]string{
		"4:1..2........3..4": {"rot90", "rot180", "mirror_h", "mirror_v", "diagonal", "antidiagonal"},
		"4:12..........34..": {"mirror_v"},
		"4:1..2............": {"mirror_h"},
		"4:.1.....23.....4.": {"rot90", "rot180"},
		"4:1....2....3....4": {"rot180", "diagonal", "antidiagonal"},
		"4:.1..2...........": {"diagonal"},
	} {
		p, err := sudoku.ParsePuzzle(line)
		if err != nil {
			t.Fatal(err)
		}
		if got := symmetry.OfPattern(p); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", line, got, want)
		}
	}
}

func TestOfPatternHeedConstraints(t *testing.T) {
	for text, want := range map[string]string{
		"9:~x:r1c12":                    "",
		"9:~cage=5:r1c12~cage=7:r9c89":  "rot180",
		"9:~cage=5:r1c12~x:r9c89":       "",
		"4:~arrow:r1c1-r2c2-r1c2":       "",
		"4:~arrow:r1c1-r1c2-r2c1":       "diagonal",
		"9:~or~x:r1c46~cage:r1c456~end": "mirror_h",
	} {
		p, err := sudoku.ParsePuzzle(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(symmetry.OfPattern(p), " "); got != want {
			t.Errorf("%s: %s", text, got)
		}
	}
}

func TestOrbits(t *testing.T) {
	for name, want := range map[string]int{
		"": 81, "rot90": 21, "rot180": 41, "mirror_h": 45, "mirror_v": 45, "diagonal": 45, "antidiagonal": 45,
	} {
		orbits, err := symmetry.Orbits(sudoku.Classic(), name)
		if err != nil || len(orbits) != want || len(slices.Concat(orbits...)) != 81 {
			t.Errorf("%q: %d orbits, error %v", name, len(orbits), err)
		}
	}
}
