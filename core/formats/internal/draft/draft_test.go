package draft

import (
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// TestMark leaves cells fewer and fewer digits.
func TestMark(t *testing.T) {
	d, err := New(4)
	if err != nil {
		t.Fatal(err)
	}
	for _, digits := range []clause.Digits{0b0111, 0b0110, 0b0010, 0b0011} {
		if err := d.Mark(5, digits); err != nil {
			t.Errorf("%b: %v", digits, err)
		}
	}
	if err := d.Mark(5, 0b0100); err == nil || err.Error() != "no digit is left for r2c2" {
		t.Errorf("%v", err)
	}
	if p, err := d.Puzzle(); err != nil || p.String() != ".....2.........." {
		t.Errorf("%s, %v", p, err)
	}
}

// TestGeometry makes frames of regions.
func TestGeometry(t *testing.T) {
	for labels, want := range map[string]string{
		"aabbaabbccddccdd": "4", "aaaabbbbccccdddd": "4/1x4", "                ": "4/l", "aaabbbbacccdddda": "",
		"aaabacbbcccbdddd": "4/j:1112132233324444",
	} {
		d, _ := New(4)
		d.Label(strings.Split(strings.ReplaceAll(labels, " ", ""), ""))
		if labels[0] == ' ' {
			d.Label(make([]string, 16))
		}
		g, err := d.geometry()
		if want == "" != (err != nil) || err == nil && g.String() != want {
			t.Errorf("%s: %v, %v", labels, g, err)
		}
	}
}
