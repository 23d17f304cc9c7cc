package store_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
)

var levels = []store.Level{{Name: "easy", Metric: "se", Below: 2.5}, {Name: "hard", Metric: "se", Below: 5},
	{Name: "evil", Metric: "se", Below: math.Inf(1)}}

// gradedLibrary holds n puzzles: all solved, se is (id % 100) / 10, every tenth tagged "x".
func gradedLibrary(t testing.TB, n int) *store.Store {
	t.Helper()
	s := open(t)
	must(s.Import(t.Context(), store.Source{Name: "a"}, entries("a", 0, n)))(t)
	run := startRun(t, s)
	solver := startTask(t, s, run, store.Work{Plugin: plugin("x", "1"), Limit: 2})
	solveAll(t.Context(), t, s, solver, func(i store.Item) sudoku.Grid {
		_, g := puzzleNumber("a", int(i.ID-1))
		return g
	})
	grader := startTask(t, s, run, store.Work{Plugin: plugin("rules", "1", "se", "techniques"), Grade: true})
	var tagged []int64
	for items, err := range s.Pending(t.Context(), grader, store.Selection{}, 10_000) {
		if err != nil {
			t.Fatal(err)
		}
		var graded []store.Graded
		for _, i := range items {
			grades := []sudoku.Grade{{Metric: "se", Value: float64(i.ID%100) / 10},
				{Metric: "techniques", Value: 1, Label: "naked_pair"}}
			if i.ID%50 == 0 {
				grades[1] = sudoku.Grade{Metric: "techniques", Value: 2, Label: "x_wing,naked_pair"}
			}
			graded = append(graded, store.Graded{ID: i.ID, Grades: grades})
			if i.ID%10 == 0 {
				tagged = append(tagged, i.ID)
			}
		}
		if err := s.SaveGrades(t.Context(), grader, graded); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Tag(t.Context(), "x", tagged...); err != nil {
		t.Fatal(err)
	}
	return s
}

func swordfish(context.Context) []string { return []string{"swordfish"} }

func TestConditions(t *testing.T) {
	s := gradedLibrary(t, 1000)
	if err := s.IndexMetrics(t.Context(), "se"); err != nil {
		t.Fatal(err)
	}
	for where, want := range map[string]int64{
		"":                               1000,
		"se>=9":                          100,
		"se >= 9 && clues<=24":           100,
		"clues<24":                       0,
		"se<0.1||se>9.85":                20,
		`tag=="x"`:                       100,
		`tag!="x"`:                       900,
		`!(tag=="x") && se<1`:            90,
		`uses("x_wing")`:                 20,
		`uses("swordfish")`:              0,
		`uses("naked_pair")`:             1000,
		`level=="easy"`:                  250,
		`level!="easy" && level!="evil"`: 250,
		`verdict=="unique"`:              1000,
		`verdict!="unique"`:              0,
		`verdict=="impossible" || verdict=='unknown'`: 0,
		"dup || disputed":                     0,
		"!dup":                                1000,
		`geometry=="9" && cells==81`:          1000,
		`source~"a" && line<=10`:              10,
		`name=="a:7"`:                         1,
		`self_ns("x")<1101`:                   100,
		`time("x")<1.101us`:                   100,
		`time("x")>=1ms || time("x")<0s`:      0,
		`symmetry=="rot180"`:                  0,
		`symmetry=="none"`:                    1000,
		`symmetry!="rot90"`:                   1000,
		`geometry=="9/3x3" && geometry!="16"`: 1000,
		`geometry~"x" || geometry=="nine"`:    0,
		`techniques=="x_wing,naked_pair"`:     20,
		`id==5 || id==-5 || id==1e2`:          2,
		`comment~"'; DROP TABLE puzzle; --"`:  0,
	} {
		n, err := s.Count(t.Context(), store.Filter{Where: where, Levels: levels,
			Techniques: swordfish})
		if err != nil || n != want {
			t.Errorf("%s: %d puzzles, %v; want %d", where, n, err, want)
		}
	}
}

func TestBadConditions(t *testing.T) {
	s := gradedLibrary(t, 10)
	for where, want := range map[string]string{
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
		"se>4; DROP TABLE":               `";" is no sign`,
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

func FuzzWhere(f *testing.F) {
	s := gradedLibrary(f, 10)
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

func TestRandomDrawsDifferentMatchingPuzzles(t *testing.T) {
	s := gradedLibrary(t, 3000)
	for where, want := range map[string]int{"": 100, "se>=5": 100, "id==77": 1, "clues<3": 0} {
		ids := must(s.Random(t.Context(), store.Filter{Where: where}, 100, 1))(t)
		seen := map[int64]bool{}
		for _, id := range ids {
			seen[id] = true
		}
		if len(ids) != want || len(seen) != want {
			t.Errorf("%s: %d ids, %d different, want %d", where, len(ids), len(seen), want)
		}
		again := must(s.Random(t.Context(), store.Filter{Where: where}, 100, 1))(t)
		for i := range ids {
			if ids[i] != again[i] {
				t.Errorf("%s: the same seed drew other puzzles", where)
				break
			}
		}
	}
}

// variant is a puzzle of another geometry.
func variant(yield func(store.Entry) bool) {
	if p, err := sudoku.ParsePuzzle("4:1..............4"); err == nil {
		yield(store.Entry{Puzzle: p})
	}
}

func TestIndexesAreUsed(t *testing.T) {
	s := gradedLibrary(t, 100)
	must(s.Import(t.Context(), store.Source{Name: "b"}, variant))(t)
	if err := s.IndexMetrics(t.Context(), "se", "techniques"); err != nil {
		t.Fatal(err)
	}
	for where, index := range map[string]string{
		"":                           "SCAN p\n",
		"se>=4.5":                    "USING INDEX grade_metric_1",
		"clues<=24":                  "USING INDEX puzzle_clues",
		"id==5":                      "SEARCH p USING INTEGER PRIMARY KEY",
		`tag=="x"`:                   "SEARCH p USING INTEGER PRIMARY KEY",
		`verdict=="impossible"`:      "answer_verdict",
		"disputed":                   "answer_disputed",
		`source=="a"`:                "puzzle_source",
		`symmetry=="rot180"`:         "puzzle_symmetry",
		`geometry=="4"`:              "puzzle_geometry",
		`uses("x_wing")`:             "USING COVERING INDEX grade_metric_2 (algorithm_id=? AND wording_id=?)",
		`time("x")>5ms`:              "SEARCH r USING PRIMARY KEY (plugin_id=? AND puzzle_id=?)",
		`se>=4.5 || uses("x_wing")`:  "SCAN p",
		`se>=4.5 && !uses("x_wing")`: "USING INDEX grade_metric_1",
		`level=="evil"`:              "USING INDEX grade_metric_1 (algorithm_id=? AND <expr>",
		`se>=4.5 && clues<=24 && uses("x_wing") && !dup`: "USING INDEX grade_metric_2 (algorithm_id=? AND " +
			"wording_id=?)",
	} {
		plan := s.Plan(t, store.Filter{Where: where, Levels: levels})
		if !strings.Contains(plan, index) {
			t.Errorf("%s: no %q in the plan\n%s", where, index, plan)
		}
		if !strings.Contains(plan, "SEARCH g USING PRIMARY KEY (algorithm_id=? AND puzzle_id=?)") {
			t.Errorf("%s: grades are not found by key\n%s", where, plan)
		}
	}
	if plan := s.Plan(t, store.Filter{IDs: []int64{1, 5}, Where: "se>=4.5"}); !strings.HasPrefix(plan,
		"SEARCH p ") {
		t.Errorf("puzzles are not found by id:\n%s", plan)
	}
}
