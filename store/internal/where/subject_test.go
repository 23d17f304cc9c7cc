package where_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/store/internal/storetest"
)

// TestSubjects asks random conditions of a library, and of the same puzzles as if they were not in it.
func TestSubjects(t *testing.T) {
	s, subjects := both(t)
	rapid.Check(t, func(t *rapid.T) {
		f := store.Filter{Where: condition(t, 3), Levels: levels, Techniques: swordfish}
		holds, err := s.Test(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		var want, got []int64
		if err := s.EachID(t.Context(), f, func(id int64) { want = append(want, id) }); err != nil {
			t.Fatal(err)
		}
		slices.Sort(want)
		for i := range subjects {
			if holds(&subjects[i]) {
				got = append(got, int64(i+1))
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v as subjects, %v in the library", f.Where, got, want)
		}
	})
}

// both returns a library of puzzles of which much is known, something or nothing, and the same as subjects.
func both(t *testing.T) (*store.Store, []store.Subject) {
	t.Helper()
	s := storetest.Open(t)
	ctx := t.Context()
	subjects := make([]store.Subject, 40)
	var entries []store.Entry
	for i := range subjects {
		p, _ := storetest.Puzzle("a", i)
		if i%8 == 0 {
			var err error
			if p, err = sudoku.ParsePuzzle(fmt.Sprintf("4:1%d..............", 2+i/8%3)); err != nil {
				t.Fatal(err)
			}
			p.Givens[15-i/8] = 4
			p.Name = fmt.Sprint("small ", i)
		}
		subjects[i] = store.Subject{Puzzle: p, Source: "a"}
		entries = append(entries, store.Entry{Puzzle: p})
	}
	storetest.Must(s.Import(ctx, store.Source{Name: "a"}, slices.Values(entries)))(t)
	run := storetest.StartRun(t, s)
	for k, solver := range []string{"x", "y"} {
		task := storetest.StartTask(t, s, run, store.Work{Plugin: storetest.Plugin(solver, "1"), Limit: 2})
		var answers []store.Answered
		for i := range subjects {
			if i%(3+k) == 0 {
				continue
			}
			x := &subjects[i]
			verdict := []sudoku.Verdict{sudoku.Unknown, sudoku.Impossible}[i%2]
			if verdict != sudoku.Unknown {
				x.Verdict = verdict
			}
			needed := store.AskedSolver{Plugin: solver, Self: time.Duration(1000 + i*k), Guesses: int64(i % 7)}
			x.Solvers = append(x.Solvers, needed)
			answers = append(answers, store.Answered{ID: int64(i + 1), Result: sudoku.Result{Puzzle: x.Puzzle, Verdict: verdict,
				Stats: sudoku.Stats{Elapsed: needed.Self, Guesses: needed.Guesses}}})
		}
		if err := task.SaveResults(ctx, answers); err != nil {
			t.Fatal(err)
		}
	}
	metrics := []string{"se", "techniques"}
	task := storetest.StartTask(t, s, run, store.Work{Plugin: storetest.Plugin("rules", "1", metrics...), Grade: true})
	var graded []store.Graded
	for i := range subjects {
		if i%5 == 1 {
			continue
		}
		g := store.AskedGrader{Metrics: metrics}
		if i%5 != 2 {
			g.Grades = append(g.Grades, sudoku.Grade{Metric: "se", Value: float64(i) / 5})
		}
		if i%5 != 3 {
			g.Grades = append(g.Grades, sudoku.Grade{Metric: "techniques", Value: 2, Label: []string{"x_wing,naked_pair", "x_wing_2", ""}[i%3]})
		}
		subjects[i].Graders = append(subjects[i].Graders, g)
		graded = append(graded, store.Graded{ID: int64(i + 1), Grades: g.Grades})
	}
	if err := task.SaveGrades(ctx, graded); err != nil {
		t.Fatal(err)
	}
	return s, subjects
}

// condition draws a condition.
func condition(t *rapid.T, depth int) string {
	kind := "comparison"
	if depth > 0 {
		kind = rapid.SampledFrom([]string{"comparison", "&&", "||", "!"}).Draw(t, "kind")
	}
	switch kind {
	case "!":
		return "!(" + condition(t, depth-1) + ")"
	case "comparison":
		return comparison(t)
	}
	return "(" + condition(t, depth-1) + " " + kind + " " + condition(t, depth-1) + ")"
}

func comparison(t *rapid.T) string {
	words := map[string][]string{
		"verdict":  {"unknown", "unique", "impossible"},
		"level":    {"easy", "hard", "evil"},
		"geometry": {"9", "4", "16"},
		"symmetry": {"none", "rot180", "diagonal"},
	}
	texts := map[string][]string{
		"source":     {"a", "b"},
		"name":       {"a:3", "small 8", "a", "z"},
		"comment":    {"", "a"},
		"techniques": {"x_wing,naked_pair", "naked", "x"},
	}
	numbers := map[string][]string{
		"clues":        {"2", "3", "24"},
		"digits":       {"4", "9"},
		"cells":        {"16", "81"},
		"se":           {"0", "2.5", "3", "7.8"},
		"techniques":   {"1", "2"},
		`time("x")`:    {"1us", "1.02us", "1000"},
		`self_ns("y")`: {"1.01us", "1020"},
		`guesses("y")`: {"0", "3", "6"},
	}
	flags := []string{"dup", "disputed", `uses("x_wing")`, `uses("naked_pair")`, `uses("swordfish")`}
	draw := func(of map[string][]string, operators ...string) (name, operator, value string) {
		var names []string
		for n := range of {
			names = append(names, n)
		}
		slices.Sort(names)
		name = rapid.SampledFrom(names).Draw(t, "name")
		return name, rapid.SampledFrom(operators).Draw(t, "operator"), rapid.SampledFrom(of[name]).Draw(t, "value")
	}
	switch rapid.IntRange(0, 3).Draw(t, "what") {
	case 0:
		name, operator, value := draw(words, "==", "!=")
		return fmt.Sprintf("%s %s %q", name, operator, value)
	case 1:
		name, operator, value := draw(texts, "==", "!=", "~", "<", ">=")
		return fmt.Sprintf("%s %s %q", name, operator, value)
	case 2:
		name, operator, value := draw(numbers, "==", "!=", "<", "<=", ">", ">=")
		return name + operator + value
	}
	return rapid.SampledFrom(flags).Draw(t, "flag")
}
