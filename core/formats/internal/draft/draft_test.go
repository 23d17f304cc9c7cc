package draft

import (
	"slices"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
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

// FuzzDraft fills drafts with anything that a reader may find: a puzzle or an error comes.
func FuzzDraft(f *testing.F) {
	f.Add(uint8(4), uint8(0), "x/n", []byte("aabbaabbccddccdd"), uint64(0x1203), "cage", "5", []byte{0, 1})
	f.Add(uint8(9), uint8(1), `/\w`, []byte(nil), uint64(0), "sandwich", "", []byte{3, 4, 5})
	f.Fuzz(func(t *testing.T, n, least uint8, flags string, labels []byte, marks uint64, name, value string, cells []byte) {
		d, err := New(int(n))
		if err != nil {
			return
		}
		d.Least, d.Flags = int(least%2), flags
		if len(labels) == len(d.Givens) {
			d.Label(strings.Split(string(labels), ""))
		}
		list := make([]int, len(cells))
		for i, cell := range cells {
			list[i] = int(cell) % len(d.Givens)
			_ = d.Mark(list[i], clause.Digits(marks>>i)&clause.All(d.N))
		}
		d.Add(name, value, list)
		p, err := d.Puzzle()
		if err != nil {
			return
		}
		if again, err := sudoku.ParsePuzzle(p.String()); err != nil || again.String() != p.String() {
			t.Errorf("%s is read as %v: %v", p, again, err)
		}
	})
}

// TestElsewhere finds each row's constraint, and no constraint in two rows.
func TestElsewhere(t *testing.T) {
	for i, row := range Elsewhere {
		if !slices.Contains(constraint.Names(), row.Name) {
			t.Errorf("there is no constraint %q", row.Name)
		}
		if i > 0 && Elsewhere[i-1].Name >= row.Name {
			t.Errorf("%q stands behind %q", row.Name, Elsewhere[i-1].Name)
		}
		if Called(row.Name).ISS != row.ISS || row.ISS != "" && InISS(row.ISS) == nil || row.Key != "" && InFPuzzles(row.Key) == nil {
			t.Errorf("%q is not found", row.Name)
		}
	}
}
