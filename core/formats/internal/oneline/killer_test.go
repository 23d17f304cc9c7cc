package oneline

import (
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/formats/internal/draft"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

func read(d *draft.Draft, err error) string {
	if err != nil {
		return err.Error()
	}
	if err := d.Incomplete(); err != nil {
		return err.Error()
	}
	p, err := d.Puzzle()
	if err != nil {
		return err.Error()
	}
	return p.String()
}

var rest = strings.Repeat("0", 72)

// TestPointers reads killers of 81 characters and writes them.
func TestPointers(t *testing.T) {
	for line, want := range map[string]string{
		"3<A>j0000" + rest + " title":        "9:~cage=3:r1c12~cage=10:r1c3~cage=45:r1c45",
		"0<000v000" + "00000F000" + rest[9:]: "9:~cage:r1c12~cage=15:r12c6",
		"9000>7.00" + "000,`0009" + rest[9:]: "",
		"<00000000" + rest:                   "column 1: '<' points to no sum",
		"><0000000" + rest:                   "points to no sum",
		"00000000>" + rest:                   "column 9: '>' points to no sum",
	} {
		if !IsPointers(line) {
			t.Errorf("%s is not recognised", line)
			continue
		}
		got := read(ReadPointers(line))
		if !strings.Contains(got, want) {
			t.Errorf("%s: got %s, want %s", line, got, want)
		}
		if p, err := sudoku.ParsePuzzle(got); err == nil && want != "" {
			if again, ok := WritePointers(p); !ok || read(ReadPointers(again)) != got {
				t.Errorf("%s became %s, %v", got, again, ok)
			}
		}
	}
	for _, line := range []string{"", strings.Repeat(".", 81), strings.Repeat("1", 81), strings.Repeat("<", 80), strings.Repeat("<", 81) + "x", "z<" + strings.Repeat("1", 79)} {
		if IsPointers(line) {
			t.Errorf("%q is taken for a killer", line)
		}
	}
}

// TestUnfit writes nothing of puzzles that are more than cages.
func TestUnfit(t *testing.T) {
	for _, notation := range []string{"9:~cage=3:r1c12~thermo:r1c12", "9:~cage=3:r1c1r2c2", "9:~cage=3.4:r1c12", "9:~cage=99:r1c12", "9:~cage=3:r1c12~cage=4:r1c23",
		"9+n:~cage=3:r1c12", "4:~cage=3:r1c12", "9:5" + strings.Repeat(".", 80) + "~cage=3:r1c23"} {
		p, err := sudoku.ParsePuzzle(notation)
		if err != nil {
			t.Fatal(err)
		}
		if text, ok := WritePointers(p); ok {
			t.Errorf("%s became %s", notation, text)
		}
	}
}

// TestSudoCue reads lists of numbers and writes them.
func TestSudoCue(t *testing.T) {
	zeros := strings.Repeat(":0", 77)
	for line, want := range map[string]string{
		"3x3:d:k:769:769:2562:2562" + zeros + ":": "9+x:~cage=3:r1c12~cage=10:r1c34",
		"3x3::k:769:769:0:513" + zeros:            "column 18: a cage with two sums",
		"3x3::k:769:769:769:x" + zeros:            `column 20: "x" is not the number of a cell`,
		"3x3::k:1:2":                              "2 numbers instead of 81",
		"3x3:w:k:769:769:769:769" + zeros:         `not understood: flag "w"`,
	} {
		if !IsSudoCue(line) {
			t.Errorf("%s is not recognised", line)
		}
		got := read(ReadSudoCue(line))
		if !strings.Contains(got, want) {
			t.Errorf("%s: got %s, want %s", line, got, want)
		}
		if p, err := sudoku.ParsePuzzle(got); err == nil {
			if again, ok := WriteSudoCue(p); !ok || read(ReadSudoCue(again)) != got {
				t.Errorf("%s became %s, %v", got, again, ok)
			}
		}
	}
}

// FuzzRead reads any line.
func FuzzRead(f *testing.F) {
	f.Add("3<A>j0000" + rest)
	f.Add("3x3:d:k:769:769" + strings.Repeat(":0", 79) + ":")
	f.Fuzz(func(_ *testing.T, line string) {
		if IsPointers(line) {
			read(ReadPointers(line))
		}
		if IsSudoCue(line) {
			read(ReadSudoCue(line))
		}
	})
}
