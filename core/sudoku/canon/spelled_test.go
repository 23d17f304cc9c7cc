package canon

import (
	"math/rand/v2"
	"os"
	"regexp"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/symmetry"
)

// TestOneFormOfEachConstraint draws cells for the examples of the documentation, and turns and mirrors them: all images have one
// canonical text, and so has that text.
func TestOneFormOfEachConstraint(t *testing.T) {
	page, err := os.ReadFile("../../../docs/constraints.md")
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	tried := map[string]int{}
	for _, row := range regexp.MustCompile("(?m)^\\| `([^` ]*)` \\|").FindAllStringSubmatch(string(page), -1) {
		p := read(t, "9:~"+row[1])
		b, err := p.Geometry().Board()
		if err != nil {
			t.Fatal(err)
		}
		c := p.Constraints()
		if c == nil {
			continue // it is a flag
		}
		for range min(3, 1+len(c[0].Lists)) {
			drawn := c[0].Image(b, rng.Perm(81), symmetry.Identity(p.Geometry()).Digits)
			p, err := sudoku.NewPuzzle(p.Geometry(), make(sudoku.Grid, 81), sudoku.Constraints(drawn))
			if err != nil {
				continue // its cells must lie in some way
			}
			form, _ := Picture(p)
			if again, _ := Picture(form); again.String() != form.String() {
				t.Errorf("%s has the form %s, which has the form %s", p, form, again)
			}
			for _, k := range []int{1, 3, 4, 6} {
				q, err := symmetry.Reflection(p.Geometry(), k).Puzzle(p)
				if err != nil {
					continue // it says something of rows, or of what stands to the right
				}
				tried[drawn.Name]++
				if other, _ := Picture(q); other.String() != form.String() {
					t.Errorf("%s has the form %s, its image %s %s", p, form, q, other)
				}
			}
		}
	}
	if len(tried) < 50 {
		t.Errorf("only %d constraints were tried: %v", len(tried), tried)
	}
}

// TestOneFormOfOneMeaning writes what means the same in other words.
func TestOneFormOfOneMeaning(t *testing.T) {
	for _, same := range [][]string{
		{"9:~x:r1c12", "9:~cage=10:r1c12", "9:~sum=10:r1c12", "9:~pair-sum=10:r1c12", "9:~little-killer=10:r1c12", "9:~x:r12c9"},
		{"9:~white:r1c12", "9:~difference=1:r1c12"},
		{"9:~thermo:r1c123", "9:~less:r1c12~less:r1c23", "9:~less:r1c321"},
		{"9:~slow-thermo:r1c1r2c2r5c5", "9:~pair=_7_P4_D4PA4DAIA:r1c1r2c2~slow-thermo:r2c2r5c5"},
		{"9:~odd:r1c1", "9:~sum=1.3.5.7.9:r1c1", "9:~regex=[13579]:r1c1", "9:~word=a1c1e1g1i1_Z:r1c1"},
		{"9:~equal-sums:r1c12-r5c34-r9c567", "9:~equal-sums:r5c34-r1c12~equal-sums:r5c34-r9c567",
			"9:~sum=0:r1c12-r5c34~sum=0:r9c567-r5c34", "9:~equal-sums:r9c567-r5c34-r1c12"},
		{"9:~same-digits:r1c12-r5c34-r9c56", "9:~same-digits:r5c34-r1c12~same-digits:r9c56-r5c34"},
		{"9:~region-sum:r1c2345r4c5", "9:~region-sum:r4c5r1c5432", "9:~equal-sums:r1c45-r4c5~equal-sums:r1c23-r4c5"},
		{"9:~quad=1.2:r1c12r2c12", "9:~contain=2.1:r1c12r2c12"},
		{"9:~nonconsecutive", "9:~nonconsecutive~whisper=2:r1c12"},
		{"9@ABCDEFGHI:~extra:r1c1r2c4", "9@ABCDEFGHI:~pair=f9_3_f9_3_f9_wA:r1c1r2c4"},
		{"9@012345678:~x:r1c12", "9@012345678:~sum=10:r1c21"},
		{"9:~cage=15:r1c345~cage:r1c35", "9:~sum=15:r1c345"},
	} {
		form, _ := Picture(read(t, same[0]))
		for _, text := range same[1:] {
			if other, _ := Picture(read(t, text)); other.String() != form.String() {
				t.Errorf("%s has the form %s, %s has %s", same[0], form, text, other)
			}
		}
	}
}
