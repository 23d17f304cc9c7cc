package symmetry_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/symmetry"
	"pgregory.net/rapid"
)

// TestConstraintsMoveWithTheirCells maps constraints by turns, and refuses what would mean something else.
func TestConstraintsMoveWithTheirCells(t *testing.T) {
	for text, want := range map[string]string{
		"6:~cage=15:r1c345~thermo:r1c12":              "6:~cage=15:r6c234~thermo:r6c65",
		"6:~arrow:r1c12-r2c1":                         "", // its circle would be read the other way round
		"6:~box-index:r1c1":                           "",
		"6:~quad=1.2:r1c12r2c12~sandwich=3:r1":        "6:~quad=1.2:r5c56r6c56~sandwich=3:r6c654321",
		"6:~row-index:r1c1":                           "",
		"6:~or~x:r1c12~v:r1c12~end":                   "6:~or~v:r6c56~x:r6c56~end",
		"1...................................~all-xv": "...................................1~all-xv",
	} {
		p, err := sudoku.ParsePuzzle(text)
		if err != nil {
			t.Fatal(err)
		}
		last := []int{5, 4, 3, 2, 1, 0}
		turn := symmetry.PermuteRows(p.Geometry(), last).Then(symmetry.PermuteColumns(p.Geometry(), last))
		q, err := turn.Puzzle(p)
		if want == "" && !errors.Is(err, sudoku.ErrUnsupported) || want != "" && (err != nil || q.String() != want) {
			t.Errorf("%s: %v, %v", text, q, err)
		}
	}
	p, err := sudoku.ParsePuzzle("4:~quad=1.2.2:r1c12~look-and-say=2.1.1.3:r1c123")
	if err != nil {
		t.Fatal(err)
	}
	swap := symmetry.Identity(p.Geometry())
	swap.Digits = []uint8{0, 2, 1, 4, 3}
	if q, err := swap.Puzzle(p); err != nil || q.String() != "4:~look-and-say=2.2.1.4:r1c123~quad=1.1.2:r1c12" {
		t.Errorf("%v, %v", q, err)
	}
}

// TestRandomImagesHaveImagesOfSolutions moves a grid with its puzzle.
func TestRandomImagesHaveImagesOfSolutions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, err := sudoku.ParsePuzzle(rapid.SampledFrom([]string{"9:~cage=8:r1c12~thermo:r1c345", "9:~extra:r1c1r2c5~equal:r1c1r2c6",
			"9+x:~all-xv", "9:~minimum:r1c34~arrow:r1c6-r1c12"}).Draw(t, "text"))
		if err != nil {
			t.Fatal(err)
		}
		grid, err := p.Geometry().ParseGrid("534678912672195348198342567859761423426853791713924856961537284287419635345286179")
		if err != nil {
			t.Fatal(err)
		}
		s := symmetry.Random(p, rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)))
		q, err := s.Puzzle(p)
		if err != nil {
			t.Fatal(err)
		}
		if before, after := sudoku.Verify(p, grid), sudoku.Verify(q, s.Grid(grid)); (before == nil) != (after == nil) {
			t.Fatalf("%s: %v; %s: %v", p, before, q, after)
		}
	})
}

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
