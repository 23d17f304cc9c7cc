package sudoku_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Every variant that the papers name, and those that come with them: text, digits, cells, houses.
var variants = []struct {
	text             string
	n, cells, houses int
}{
	{"4", 4, 16, 12}, {"6", 6, 36, 18}, {"6/3x2", 6, 36, 18}, {"8", 8, 64, 24}, {"9", 9, 81, 27},
	{"10", 10, 100, 30}, {"12", 12, 144, 36}, {"16", 16, 256, 48}, {"16@hex", 16, 256, 48},
	{"16@num", 16, 256, 48},
	{"25", 25, 625, 75}, {"9+x", 9, 81, 29}, {"9+w", 9, 81, 31}, {"9+g", 9, 81, 36}, {"9+x+w", 9, 81, 33},
	{"9+n", 9, 81, 27 + 224}, {"9+k", 9, 81, 27 + 128}, {"7/l", 7, 49, 14}, {"9^3", 9, 729, 486},
	{"9@ACHIMNORY", 9, 81, 27}, {"49", 49, 2401, 147}, {pentomino, 5, 25, 15}, {heptomino, 7, 49, 21},
}

const (
	pentomino = "5/j:1111213222334425334455554"
	heptomino = "7/j:1112222331242234114453314445336555566666576777777"
)

func TestVariants(t *testing.T) {
	for _, v := range variants {
		g, err := sudoku.ParseGeometry(v.text)
		if err != nil {
			t.Fatal(err)
		}
		if g.N() != v.n || g.Cells() != v.cells || len(g.Houses()) != v.houses || g.String() != v.text {
			t.Errorf("%s: n %d, cells %d, houses %d, text %q", v.text, g.N(), g.Cells(), len(g.Houses()), g)
		}
	}
}

func TestBadGeometries(t *testing.T) {
	for text, want := range map[string]string{
		"1": "size 1", "50": "size 50", "7": "no boxes", "9/2x3": "do not hold 9", "5/j": "map has 0 labels",
		"9+q": "unknown geometry", "9/j+w:": "labels", "27^3": "25 at most", "9@ABC": "3 symbols", "9@AACDEFGHI": "twice",
		"9@.23456789": "cannot be a symbol", "4/j:1111222233334445": "cells instead of 4", "": "unknown geometry",
	} {
		if _, err := sudoku.ParseGeometry(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
}

func TestParsePuzzle(t *testing.T) {
	nine := ".8...9743.5...8.1..1.......8....5......8.4......3....6.......7..3.5...8.9724...5."
	for _, c := range []struct{ line, want, geometry, comment string }{
		{nine, nine, "9", ""},
		{strings.ReplaceAll(nine, ".", "0") + " easy one", nine, "9", "easy one"},
		{strings.ReplaceAll(nine, ".", "-") + ";x", nine, "9", "x"},
		{strings.ReplaceAll(nine, ".", "*"), nine, "9", ""},
		{nine + ":1:" + nine, nine, "9", "1:" + nine},
		{nine + ":2", nine, "9", "2"},
		{nine + " :x", nine, "9", "x"},
		{"9:" + nine, nine, "9", ""},
		{"\ufeff" + nine + "\r\n", nine, "9", ""},
		{strings.Join(strings.Split(nine, ""), " "), nine, "9", ""},
		{"9+x:" + nine, "9+x:" + nine, "9+x", ""},
		{"9@ACHIMNORY:A" + strings.Repeat(".", 79) + "Y", "9@ACHIMNORY:A" + strings.Repeat(".", 79) + "Y",
			"9@ACHIMNORY", ""},
		{"4:1.3.............4", "", "", ""},
		{"4:1.3............4", "1.3............4", "4", ""},
		{"1.3............4", "1.3............4", "4", ""},
		{"2:1...", "2:1...", "2", ""},
		{"{12}.3............4", "{12}.3............4", "4", ""},
		{"{1:0.25,2:0.75}.3............4", "{1:0.25,2:0.75}.3............4", "4", ""},
		{"16:" + strings.Repeat("1..G", 64), "16:" + strings.Repeat("1..G", 64), "16", ""},
		{strings.Repeat("1..g", 64), "16:" + strings.Repeat("1..G", 64), "16", ""},
		{strings.Repeat("0..F", 64), "16@hex:" + strings.Repeat("0..F", 64), "16@hex", ""},
		{strings.Repeat("A..P", 64), "16@alpha:" + strings.Repeat("A..P", 64), "16@alpha", ""},
		{"16:" + strings.Repeat("1 . 0 16 ", 64), "16@num:" + strings.TrimSpace(strings.Repeat("1 . . 16 ", 64)),
			"16@num", ""},
		{"5/j:1........................:AAABBACABBACCBBCCDDDEEEDD", "", "", ""},
	} {
		p, err := sudoku.ParsePuzzle(c.line)
		if c.want == "" {
			if err == nil {
				t.Errorf("%q: no error", c.line)
			}
			continue
		}
		if err != nil {
			t.Errorf("%q: %v", c.line, err)
			continue
		}
		if p.String() != c.want || p.Geometry().String() != c.geometry || p.Comment != c.comment {
			t.Errorf("%q: %q in %q, comment %q", c.line, p, p.Geometry(), p.Comment)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for line, want := range map[string]string{
		strings.Repeat(".", 80):                                 "found 80 cells",
		strings.Repeat(".", 40) + "A" + strings.Repeat(".", 40): "column 41: \"A\" is not one of 123456789",
		"9:123":                                            "3 cells instead of 81",
		"{}..............1.":                               "17 cells",
		"4:{}...............":                              "r1c1",
		"4:{15}...............":                            "r1c1",
		"4:{1:.5,2:.6}...............":                     "sum to 1.1",
		"4:{1:-1,2:2}...............":                      "not in [0,1]",
		"4:{12...............":                             "not closed",
		"5/j:.........................":                    "needs its map",
		"53:" + nothing(81):                                "size 53",
		nothing(81) + ":":                                  "column 83: a map of 0 labels behind 81 cells",
		nothing(81) + "::cage15(r1c1)":                     "column 83: a map of 0 labels behind 81 cells",
		nothing(81) + ":cage15(r1c1)":                      "column 83: a map of 12 labels behind 81 cells",
		"9:" + nothing(81) + ":x":                          "column 85: a map of 1 labels behind 81 cells",
		pentomino[:4] + nothing(25) + pentomino[3:] + ":x": "column 56: a colon behind the map",
		"9+x/2:" + nothing(81):                             "",
	} {
		_, err := sudoku.ParsePuzzle(line)
		var bad *sudoku.ParseError
		if !errors.As(err, &bad) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", line, err, want)
		}
	}
}

// A grid of 81 characters is read the quick way. With a blank behind it the same text is read cell by cell.
func TestParseGridTheQuickWay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		symbols := rapid.SampledFrom([]string{"123456789", "0123456789.", "0123456789.*_-?ABx "}).Draw(t, "symbols")
		text := rapid.StringOfN(rapid.RuneFrom([]rune(symbols)), 81, 81, -1).Draw(t, "text")
		got, gotErr := sudoku.Classic().ParseGrid(text)
		want, wantErr := sudoku.Classic().ParseGrid(text + " ")
		if !slices.Equal(got, want) || fmt.Sprint(gotErr) != fmt.Sprint(wantErr) {
			t.Fatalf("%q: %v, %v; cell by cell %v, %v", text, got, gotErr, want, wantErr)
		}
	})
}

func nothing(n int) string { return strings.Repeat(".", n) }

func TestSukaku(t *testing.T) {
	all := strings.Repeat("123456789", 80)
	p, err := sudoku.ParsePuzzle("1..4....." + all)
	if err != nil || len(p.Soft()) != 1 || p.Soft()[0].Allowed != sudoku.DigitSet(1, 4) {
		t.Fatalf("%v %v", p, err)
	}
	if _, err := sudoku.ParsePuzzle("........." + all); err == nil || !strings.Contains(err.Error(), "r1c1") {
		t.Errorf("no pencil mark: %v", err)
	}
}

func TestConflicts(t *testing.T) {
	p, err := sudoku.ParsePuzzle("11..............")
	if err != nil {
		t.Fatal(err)
	}
	if got := sudoku.CheckGivens(p).Error(); got != "1 appears twice in r1: r1c1 and r1c2" {
		t.Error(got)
	}
}

func FuzzParsePuzzle(f *testing.F) {
	for _, s := range []string{nothing(81), "4:1.3............4", "{12}.3............4", pentomino, "9^3:" +
		nothing(729),
		"16:" + strings.Repeat("1 . 0 16 ", 64), "9@ACHIMNORY:A" + nothing(80), "9:~cage=3:r1c12~thermo:r2 x",
		nothing(81) + "~anti-knight~or~x:r1c12~v:r1c12~end", "4@~ABC:~" + nothing(15), pentomino + "~quad=1.2:r1c12r2c12"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		p, err := sudoku.ParsePuzzle(line)
		if err != nil {
			return
		}
		q, err := sudoku.ParsePuzzle(p.String())
		if err != nil || q.String() != p.String() || q.Geometry().String() != p.Geometry().String() {
			t.Fatalf("%q became %q and then %v, %v", line, p, q, err)
		}
	})
}

func FuzzParseGeometry(f *testing.F) {
	for _, s := range []string{"9", "16@hex", pentomino, heptomino, "9+x+w", "9^3", "12/2x6"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g, err := sudoku.ParseGeometry(text)
		if err != nil {
			return
		}
		if h, err := sudoku.ParseGeometry(g.String()); err != nil || h.String() != g.String() {
			t.Fatalf("%q became %q: %v", text, g, err)
		}
	})
}
