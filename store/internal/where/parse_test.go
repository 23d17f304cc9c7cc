package where_test

import (
	"context"
	"errors"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
)

var levels = []store.Level{{Name: "easy", Metric: "se", Below: 2.5}, {Name: "hard", Metric: "se", Below: 5},
	{Name: "evil", Metric: "se", Below: math.Inf(1)}}

// library holds a puzzle that x has solved and rules has graded.
func library(t testing.TB) *store.Store {
	t.Helper()
	ctx := t.Context()
	s, err := store.Open(ctx, filepath.Join(t.TempDir(), "test.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	p, err := sudoku.ParsePuzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Import(ctx, store.Source{Name: "a"}, slices.Values([]store.Entry{{Puzzle: p}})); err != nil {
		t.Fatal(err)
	}
	run, err := s.StartRun(ctx, store.NewRun("run"), store.Selection{})
	if err != nil {
		t.Fatal(err)
	}
	rules := sudoku.Info{ID: "rules", Version: "1", Metrics: []sudoku.Metric{{Name: "se", Max: 12}, {Name: "techniques", Max: 9}}}
	solve, err := s.StartTask(ctx, run, store.Work{Plugin: store.Plugin{Info: sudoku.Info{ID: "x", Version: "1"}}, Limit: 2})
	if err == nil {
		err = solve.SaveResults(ctx, []store.Answered{{ID: 1, Result: sudoku.Result{Puzzle: p, Verdict: sudoku.Unknown}}})
	}
	if err != nil {
		t.Fatal(err)
	}
	grade, err := s.StartTask(ctx, run, store.Work{Plugin: store.Plugin{Info: rules}, Grade: true})
	if err == nil {
		err = grade.SaveGrades(ctx, []store.Graded{{ID: 1, Grades: []sudoku.Grade{{Metric: "se", Value: 1.5},
			{Metric: "techniques", Value: 1, Label: "x_wing,naked_pair"}}}})
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func swordfish(context.Context) []string { return []string{"swordfish"} }

func TestBadConditions(t *testing.T) {
	s := library(t)
	for where, want := range map[string]string{
		`constraint("cge")`:              `column 12: no constraint "cge"; did you mean "cage"?`,
		`constraint("anti-king")`:        `"anti-king" is part of the geometry: geometry ~ "+k"`,
		`constraint("cage")=="x"`:        "is compared with a number",
		`constraint("cage")>`:            "a number or a text",
		`constraint("cage") 3`:           `"3" is not expected here`,
		`kind("wrd")`:                    `column 6: unknown kind "wrd"`,
		`kind`:                           `column 1: unknown name "kind"`,
		"se>>4":                          "column 4: a number or a text",
		"see>=4":                         `column 1: unknown name "see"`,
		"clues<=24 && foo":               `column 14: unknown name "foo"`,
		"clues":                          "column 6: clues is followed by",
		`clues=="x"`:                     "is compared with a number",
		`source==4`:                      "is compared with a text",
		`verdict=="nice"`:                `cannot be "nice"`,
		`level=="nice"`:                  "the levels are easy, hard, evil",
		`level<"hard"`:                   "is followed by == or !=",
		`name=="x`:                       "has no end",
		"(se>4":                          "closing parenthesis is missing",
		"se>4)":                          `")" is not expected here`,
		"se>4; DROP TABLE":               `";" has no meaning`,
		`self_ms("x")>4`:                 `column 1: unknown function "self_ms"`,
		`time("nobody")>4ms`:             `column 6: unknown solver "nobody"`,
		`clues<25 && uses("x_wings")`:    `column 18: unknown technique "x_wings"`,
		`symmetry=="rot18"`:              `column 11: symmetry cannot be "rot18"`,
		`time("x")>4 parsecs`:            `"parsecs" is not expected here`,
		`time("x")>4parsecs`:             `neither a number nor a time`,
		`time("x")=="fast"`:              "such as 5ms",
		`clues>4ms`:                      "is not a time",
		"se>1.2.3":                       `"1.2.3" is not a number`,
		strings.Repeat("!", 999) + "dup": "more than 200 parts",
	} {
		_, err := s.Count(t.Context(), store.Filter{Where: where, Levels: levels,
			Techniques: swordfish})
		var bad *store.WhereError
		if !errors.As(err, &bad) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want a *WhereError with %q", where, err, want)
		}
	}
}

// A condition on levels of puzzles that nothing has graded says how they are graded.
func TestLevelsOfUngradedPuzzles(t *testing.T) {
	_, err := library(t).Count(t.Context(), store.Filter{Where: `level=="hard"`,
		Levels: []store.Level{{Name: "hard", Metric: "entropy", Below: math.Inf(1)}}})
	var bad *store.WhereError
	if !errors.As(err, &bad) || !strings.Contains(err.Error(), `graded by "entropy" yet`) || !strings.Contains(err.Error(), `"sudokuctl run" grades`) {
		t.Error(err)
	}
}

func FuzzWhere(f *testing.F) {
	s := library(f)
	f.Add(strings.Repeat("dup||", 500) + "dup")
	f.Add(`se>=4.5 && clues<=24 && uses("x_wing") && !dup`)
	f.Add(`(level=="hard" || verdict!='unique') && self_ns("x")<1e6`)
	f.Fuzz(func(t *testing.T, where string) {
		_, err := s.Count(t.Context(), store.Filter{Where: where, Levels: levels,
			Techniques: swordfish})
		var bad *store.WhereError
		if err != nil && !errors.As(err, &bad) {
			t.Errorf("%q: %v", where, err)
		}
	})
}
