package formats

import (
	"bufio"
	"math"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// TestJSONOfALibrary writes the last of two values of a metric, and infinite ones as texts.
func TestJSONOfALibrary(t *testing.T) {
	p, err := sudoku.ParsePuzzle("1...............")
	if err != nil {
		t.Fatal(err)
	}
	p.Comment = `"so"`
	var text strings.Builder
	out := bufio.NewWriter(&text)
	r := Record{Puzzle: p, Level: "easy", Tags: []string{"a", "b"}, Entry: &Entry{ID: 7, Verdict: "unknown", DuplicateOf: 3},
		Grades: []Grade{{"se", 1.2}, {"bound", math.Inf(1)}, {"se", 1.5}}, Fields: []Field{{"author", "x"}, {"rating", "2"}}}
	if err := writeJSON(out, r); err != nil {
		t.Fatal(err)
	}
	out.Flush()
	want := `{"puzzle":"1...............","geometry":"4","id":7,"uid":"3448bea4396ffb5b2d5cb4e68464d498","clues":1,"verdict":"unknown","duplicate_of":3,` +
		`"grades":{"rating":2,"se":1.5},"fields":{"author":"x","bound":"+Inf"},"tags":["a","b"],"level":"easy","comment":"\"so\""}` + "\n"
	if text.String() != want {
		t.Errorf("got  %swant %s", text.String(), want)
	}
}
