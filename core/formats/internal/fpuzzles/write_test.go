package fpuzzles

import (
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// TestWrite writes a constraint of each key and reads it back; others are refused by name.
func TestWrite(t *testing.T) {
	for _, constraints := range []string{"all-xv", "all-black", "all-white~white:r1c12", "nonconsecutive", "arrow:r1c1-r2c2r3c3", "arrow:r1c12-r2c12",
		"between:r1c123", "black:r1c12", "black=3:r1c12", "box-index:r1c1", "cage:r1c12", "cage=15:r1c345", "clone:r1c12-r2c12",
		"column-index:r1c1", "double-arrow:r1c1234", "entropic:r1c12", "even:r1c12", "extra:r1c12r2c34", "little-killer=9:r1c2r2c1",
		"lockout=4:r1c1234", "maximum:r1c1", "minimum:r1c1", "modular=3:r1c123", "nabner:r1c123", "odd:r1c1", "palindrome:r1c123",
		"quad=1.2:r1c12r2c12", "region-sum:r1c2345", "renban:r1c123", "row-index:r1c1", "sandwich=9:c1", "skyscraper=3:r1", "slow-thermo:r1c12",
		"thermo:r1c12", "v:r1c12", "whisper=5:r1c12", "white:r1c12", "x:r1c12", "x-sum=20:r987654321c1", "zipper:r1c123"} {
		p, err := sudoku.ParsePuzzle("9:~" + constraints)
		if err != nil {
			t.Fatal(err)
		}
		data, err := Write(p, "T", "A", nil)
		if err != nil {
			t.Errorf("%s: %v", constraints, err)
		} else if got := read(string(data)); got != p.String() {
			t.Errorf("%s became %s by %s", p, got, data)
		}
	}
	for notation, want := range map[string]string{
		"9:~regex=1.:r1c12": "regex", "9:~cage=5.7:r1c12": "cage", "9:~sandwich=9:r1c123": "a part of a row", "9@ABCDEFGHI:" + strings.Repeat(".", 81): "geometry",
		"9:~nonconsecutive~white:r1c12": "nonconsecutive", "9:{1:.5,2:.5}" + strings.Repeat(".", 80): "probabilities",
		"9:~or~thermo:r1c12~thermo:r1c21~end": "or", "9:~little-killer=9:r2c2r1c1": "little-killer",
	} {
		p, err := sudoku.ParsePuzzle(notation)
		if err != nil {
			t.Fatal(notation, err)
		}
		if data, err := Write(p, "", "", nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %s, %v", notation, data, err)
		}
	}
}
