package formats

import (
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// What a spreadsheet would take for a formula becomes a text, and is read as it was.
func TestFormulasAreTexts(t *testing.T) {
	for text, want := range map[string]string{
		"=HYPERLINK(1)": "'=HYPERLINK(1)", "+1+cmd": "'+1+cmd", "-1+1": "'-1+1", "@SUM(A1)": "'@SUM(A1)", "\t=1": "'\t=1",
		"'=1": "''=1", "'quoted'": "'quoted'", "-1.5": "-1.5", "+7": "+7", "-": "-", "": "", "plain": "plain",
	} {
		if got := Cell(text); got != want {
			t.Errorf("%q is written as %q", text, got)
		}
		if got := textOf(Cell(text)); got != text {
			t.Errorf("%q is read back as %q", text, got)
		}
	}
}

// TestColumnsOfALibrary has a library's puzzles in the columns that were asked for, and a second value of a metric among the fields.
func TestColumnsOfALibrary(t *testing.T) {
	p, err := sudoku.ParsePuzzle("1...............")
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	out, err := NewWriter(&text, "csv")
	if err != nil {
		t.Fatal(err)
	}
	out.(Columner).SetColumns([]string{"id", "se", "verdict", "r"})
	for _, r := range []Record{
		{Puzzle: p, Level: "easy", Name: "n", Entry: &Entry{ID: 1_000_000, Verdict: "unique"}, Grades: []Grade{{"se", 1.5}, {"other", 1}, {"r", 0.25}}},
		{Puzzle: p, Entry: &Entry{ID: 2, Verdict: "unknown"}, Grades: []Grade{{"r", -1}, {"se", 2}, {"se", 3}}},
		{Puzzle: p, Name: "n", Fields: []Field{{"author", "x"}, {"r", "="}}},
	} {
		if err := out.Write(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	want := `puzzle,solution,id,se,verdict,r,tags,comment,fields,source,sha256,licence
1...............,,1000000,1.5,unique,0.25,,,,,,
1...............,,2,2,unknown,-1,,,se=3,,,
1...............,,,,,=,,,author=x;name=n,,,
`
	if text.String() != want {
		t.Errorf("got\n%swant\n%s", text.String(), want)
	}
}
