package part

import (
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// TestDifference finds what two parts of a chunk contradict each other in.
func TestDifference(t *testing.T) {
	for what, test := range map[string]struct {
		change func(r *Row)
		says   string
	}{
		"nothing":  {func(*Row) {}, ""},
		"timeout":  {func(r *Row) { r.Answers[0] = Answer{Verdict: sudoku.Timeout} }, ""},
		"crash":    {func(r *Row) { r.Answers[0] = Answer{Verdict: sudoku.Crashed}; r.Solution = nil }, ""},
		"rounding": {func(r *Row) { r.Answers[2].Grades[0].Value += 1e-12 }, ""},
		"verdict":  {func(r *Row) { r.Answers[0].Verdict = sudoku.Solved }, "entropybt: unique, 1 found, 0 guesses against solved, 1 found, 0 guesses"},
		"guesses":  {func(r *Row) { r.Answers[0].Guesses = 3 }, "against unique, 1 found, 3 guesses"},
		"grade":    {func(r *Row) { r.Answers[2].Grades[0].Value = 1.3 }, "rules: se 1.2  against 1.3"},
		"label":    {func(r *Row) { r.Answers[2].Grades[1].Label = "three" }, "two against 2 three"},
		"no grade": {func(r *Row) { r.Answers[2].Grades = r.Answers[2].Grades[:1] }, "rules measured something once"},
	} {
		rows := sample(t, 300)
		test.change(rows[6])
		var parts []*Part
		for _, rows := range [][]*Row{sample(t, 300), rows} {
			_, path := write(t, t.TempDir(), rows)
			p, err := Open(path)
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			parts = append(parts, p)
		}
		got, err := Difference(parts[0], parts[1])
		if err != nil || !strings.Contains(got, test.says) || (got == "") != (test.says == "") {
			t.Errorf("%s: %q, %v", what, got, err)
		} else if got != "" && !strings.HasPrefix(got, `record 6, puzzle "file:7": `) {
			t.Errorf("%s: no place in %q", what, got)
		}
	}
}
