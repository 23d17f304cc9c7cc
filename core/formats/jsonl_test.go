package formats

import (
	"bufio"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// TestJSONIsThatOfEncoding compares texts and numbers with those that encoding/json writes.
func TestJSONIsThatOfEncoding(t *testing.T) {
	for _, s := range []string{"", "plain ~", `a"b\c`, "<&>", "é\u2028", "\x00\x1f\x7f", "bad \xff"} {
		if want, _ := json.Marshal(s); string(appendString(nil, s)) != string(want) {
			t.Errorf("%q is written as %s, want %s", s, appendString(nil, s), want)
		}
	}
	for _, v := range []float64{0, math.Copysign(0, -1), 1, -1.5, 1e6, 1e20, 1e21, 1.5e22, 1e-6, 9.9e-7, -3e-10, 1e-100, math.MaxFloat64,
		math.SmallestNonzeroFloat64, 0.1, 1.0 / 3} {
		if want, _ := json.Marshal(v); string(appendNumber(nil, v)) != string(want) {
			t.Errorf("%g is written as %s, want %s", v, appendNumber(nil, v), want)
		}
	}
}

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
