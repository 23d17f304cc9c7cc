package store_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
)

// TestGradesOfManyGraders lists what more graders say than fit into a join, of metrics in columns and in the array, with
// labels, fractions, infinities and gaps; then of chosen metrics only. Graders come in the order of their first use.
func TestGradesOfManyGraders(t *testing.T) {
	s := newLibrary(t)
	must(s.Import(t.Context(), store.Source{Name: "a"}, entriesOf("a", 0, 2)))(t)
	run := startRun(t, s)
	want := map[string]sudoku.Grade{}
	for grader := range 30 {
		var metrics []string
		var grades []sudoku.Grade
		for i := range 11 {
			g := sudoku.Grade{Metric: fmt.Sprintf("m_%d_%d", grader, i), Value: float64(grader) + float64(i)/10}
			metrics = append(metrics, g.Metric)
			switch i {
			case 1:
				g.Value = math.Inf(1)
			case 2, 9:
				continue
			case 3, 10:
				g.Label = fmt.Sprint("label ", grader)
			}
			grades = append(grades, g)
			want[g.Metric] = g
		}
		task := startTask(t, s, run, store.Work{Plugin: pluginOf(fmt.Sprintf("g%02d", 29-grader), "1", metrics...), Grade: true})
		if err := task.SaveGrades(t.Context(), []store.Graded{{ID: 1, Grades: grades}}); err != nil {
			t.Fatal(err)
		}
	}
	for _, metrics := range [][]string{nil, {}, {"m_3_1", "m_3_10", "m_29_3", "m_29_8"}} {
		for l, err := range s.List(t.Context(), store.Filter{Metrics: metrics}) {
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			if l.ID == 1 {
				if n = len(want); metrics != nil {
					n = len(metrics)
				}
			}
			if len(l.Grades) != n {
				t.Errorf("of %v, puzzle %d has %d grades, want %d", metrics, l.ID, len(l.Grades), n)
			}
			last := 0
			for _, g := range l.Grades {
				var grader, i int
				must(fmt.Sscanf(g.Metric, "m_%d_%d", &grader, &i))(t)
				if place := 11*grader + i; place < last {
					t.Errorf("of %v: %s comes too late", metrics, g.Metric)
				} else {
					last = place
				}
				if g.Grade != want[g.Metric] || len(g.By) != len("g00 1") || metrics != nil && !slices.Contains(metrics, g.Metric) {
					t.Errorf("of %v: %+v, want %+v", metrics, g, want[g.Metric])
				}
			}
		}
	}
}

// TestDetailOfListings lists cells alone, and grades without labels, and finds in them what a listing of everything has.
func TestDetailOfListings(t *testing.T) {
	s := gradedLibrary(t, 60)
	other := must(sudoku.ParsePuzzle("4+x:12.............."))(t)
	soft := must(sudoku.ParsePuzzle("4:1.{23}............."))(t)
	commented, _ := puzzleOf("b", 1000)
	commented.Comment = "for the evening"
	must(s.Import(t.Context(), store.Source{Name: "b"}, slices.Values([]store.Entry{{Puzzle: other}, {Puzzle: commented}, {Puzzle: soft}})))(t)
	if _, err := s.Delete(t.Context(), 7, 8); err != nil {
		t.Fatal(err)
	}
	for _, f := range []store.Filter{{}, {Limit: 3}, {Where: "se > 1 && se < 3 || cells == 16"}, {Where: "clues < 0"}, {Deleted: true},
		{IDs: []int64{3, 9, 62}}, {Sort: "-se", Limit: 9}} {
		var all []*store.Listed
		for l, err := range s.List(t.Context(), f) {
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, l)
		}
		for _, f.Detail = range []store.Detail{store.Numbers, store.Cells} {
			n := 0
			for l, err := range s.List(t.Context(), f) {
				if err != nil || n == len(all) {
					t.Fatalf("%+v: puzzle %d of %d, %v", f, n+1, len(all), err)
				}
				whole := all[n]
				n++
				if l.ID != whole.ID || l.Puzzle.String() != whole.Puzzle.String() || l.Puzzle.Comment != whole.Puzzle.Comment {
					t.Errorf("%+v: %d %s, want %d %s", f, l.ID, l.Puzzle, whole.ID, whole.Puzzle)
				}
				if f.Detail == store.Numbers && (l.Verdict != whole.Verdict || len(l.Grades) != len(whole.Grades)) {
					t.Errorf("%+v: puzzle %d is %s with %d grades, want %s with %d", f, l.ID, l.Verdict, len(l.Grades), whole.Verdict, len(whole.Grades))
				}
				for i, g := range l.Grades {
					if g.Label = whole.Grades[i].Label; g != whole.Grades[i] {
						t.Errorf("%+v: puzzle %d has %+v, want %+v", f, l.ID, g, whole.Grades[i])
					}
				}
			}
			if n != len(all) {
				t.Errorf("%+v: %d puzzles, want %d", f, n, len(all))
			}
		}
	}
}
