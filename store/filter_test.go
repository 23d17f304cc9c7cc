package store_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
)

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
		n, err := s.Count(t.Context(), store.Filter{Where: where, Levels: bandsOfSE,
			Techniques: swordfish})
		if err != nil || n != want {
			t.Errorf("%s: %d puzzles, %v; want %d", where, n, err, want)
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
		"clues<=24":                  "SCAN p\n",
		"id==5":                      "SEARCH p USING INTEGER PRIMARY KEY",
		`tag=="x"`:                   "SEARCH p USING INTEGER PRIMARY KEY",
		`verdict=="impossible"`:      "puzzle_verdict",
		"disputed":                   "puzzle_disputed",
		`source=="a"`:                "SCAN p\n",
		`symmetry=="rot180"`:         "puzzle_symmetry",
		`geometry=="4"`:              "puzzle_geometry",
		`uses("x_wing")`:             "USING COVERING INDEX grade_metric_2 (algorithm_id=? AND wording_id=?)",
		`time("x")>5ms`:              "SEARCH r USING PRIMARY KEY (plugin_id=? AND puzzle_id=?)",
		`se>=4.5 || uses("x_wing")`:  "SCAN p",
		`se>=4.5 && !uses("x_wing")`: "USING INDEX grade_metric_1",
		`level=="evil"`:              "USING INDEX grade_metric_1 (algorithm_id=? AND <expr>",
		`se>=4.5 && clues<=24 && uses("x_wing") && !dup`: "USING INDEX grade_metric_2 (algorithm_id=? AND wording_id=?)",
	} {
		plan := store.Plan(t, s, store.Filter{Where: where, Levels: bandsOfSE})
		if !strings.Contains(plan, index) {
			t.Errorf("%s: no %q in the plan\n%s", where, index, plan)
		}
		if !strings.Contains(plan, "SEARCH listed2 USING PRIMARY KEY (algorithm_id=? AND puzzle_id=?)") {
			t.Errorf("%s: grades are not found by key\n%s", where, plan)
		}
	}
	if plan := store.Plan(t, s, store.Filter{IDs: []int64{1, 5}, Where: "se>=4.5"}); !strings.HasPrefix(plan,
		"SEARCH p ") {
		t.Errorf("puzzles are not found by id:\n%s", plan)
	}
}

// TestLevelsBesideConstraints has two plain puzzles and two with constraints, one of them not rated.
func TestLevelsBesideConstraints(t *testing.T) {
	s := newLibrary(t)
	must(s.Import(t.Context(), store.Source{Name: "a"}, entriesOf("a", 0, 2)))(t)
	must(s.Import(t.Context(), store.Source{Name: "b"}, func(yield func(store.Entry) bool) {
		for _, text := range []string{"..343412..434321~cage=3:r1c1r2c4", "..343412..434321~cage=5:r1c1r2c4"} {
			if !yield(store.Entry{Puzzle: must(sudoku.ParsePuzzle(text))(t)}) {
				return
			}
		}
	}))(t)
	rules := pluginOf("rules", "1", "se", "variant_step", "variant_reached")
	grader := startTask(t, s, startRun(t, s), store.Work{Plugin: rules, Grade: true})
	err := grader.SaveGrades(t.Context(), []store.Graded{
		{ID: 1, Grades: []sudoku.Grade{{Metric: "se", Value: 2.4}}},
		{ID: 2, Grades: []sudoku.Grade{{Metric: "se", Value: 2.5}}},
		{ID: 3, Grades: []sudoku.Grade{{Metric: "variant_step", Value: 4.2}}},
		{ID: 4, Grades: []sudoku.Grade{{Metric: "variant_reached", Value: 4.2}}}})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.IndexMetrics(t.Context(), "se", "variant_step"); err != nil {
		t.Fatal(err)
	}
	for where, want := range map[string][]int64{
		`level=="easy"`: {1}, `level=="hard"`: {2, 3}, `level=="evil"`: nil, `level!="easy"`: {2, 3, 4}, `level!="hard"`: {1, 4},
		`!(level=="hard") && se>0`: {1}, `level=="easy" || level=="hard" && constraints`: {1, 3},
	} {
		f := store.Filter{Where: where, Levels: bandsOfSE}
		var got []int64
		if err := s.EachID(t.Context(), f, func(id int64) { got = append(got, id) }); err != nil {
			t.Fatal(err)
		}
		slices.Sort(got)
		if n := must(s.Count(t.Context(), f))(t); !slices.Equal(got, want) || n != int64(len(want)) {
			t.Errorf("%s: %v, counted %d; want %v", where, got, n, want)
		}
	}
	plan := store.Plan(t, s, store.Filter{Where: `level=="hard"`, Levels: bandsOfSE})
	if !strings.Contains(plan, "grade_metric_1") || !strings.Contains(plan, "grade_metric_2") {
		t.Errorf("the indexes are not used:\n%s", plan)
	}
}

// TestListsAreOrderedByNumber asks for what an index of metrics or clues finds in another order.
func TestListsAreOrderedByNumber(t *testing.T) {
	s := gradedLibrary(t, 12_000)
	if err := s.IndexMetrics(t.Context(), "se"); err != nil {
		t.Fatal(err)
	}
	for _, f := range []store.Filter{{Where: `level == "hard"`}, {Where: `level == "hard"`, Limit: 7}, {Where: "se >= 1", Limit: 7},
		{Where: "clues < 30"}, {Where: "clues < 30", Limit: 9}, {Where: `tag == "tenth"`, Limit: 3}} {
		f.Levels = bandsOfSE
		var all, got []int64
		unlimited := f
		unlimited.Limit = 0
		if err := s.EachID(t.Context(), unlimited, func(id int64) { all = append(all, id) }); err != nil {
			t.Fatal(err)
		}
		slices.Sort(all)
		for l, err := range s.List(t.Context(), f) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, l.ID)
		}
		if f.Limit > 0 {
			all = all[:min(f.Limit, len(all))]
		}
		if !slices.Equal(got, all) {
			t.Errorf("%q, at most %d: got %d puzzles beginning with %v, want %d beginning with %v", f.Where, f.Limit, len(got), got[:min(5, len(got))],
				len(all), all[:min(5, len(all))])
		}
	}
}
