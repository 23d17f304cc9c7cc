package screen

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

func TestNotationStandsAbovePictureThatLacksSomething(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"1..............4":               "1..............4",
		"4:~cage=3:r1c12":                "# 4:~cage=3:r1c12\n",
		"1..............4~thermo:r1c123": "# 1..............4~thermo:r1c123\n",
		"4+x:1..............4":           "# 4+x:1..............4\n",
	} {
		p, err := sudoku.ParsePuzzle(text)
		if err != nil {
			t.Fatal(err)
		}
		if want == text {
			want = ""
		}
		if got := NotationOf(p); got != want {
			t.Errorf("%s: %q instead of %q", text, got, want)
		}
	}
}
