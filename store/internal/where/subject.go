package where

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Subject is what is known of a puzzle that is not in the library: it has neither number nor tags, nor is it compared with
// the library's puzzles.
type Subject struct {
	Puzzle   *sudoku.Puzzle
	Source   string // the file that holds it
	Verdict  sudoku.Verdict
	Disputed bool // solvers contradict each other
	Graders  []Grader
	Solvers  []Solver
}

// Grader is what one grader was asked to measure, and what it measured.
type Grader struct {
	Metrics []string
	Grades  []sudoku.Grade
}

// Solver is what one solver needed.
type Solver struct {
	Plugin  string
	Self    time.Duration
	Guesses int64
}

// Vocabulary is what conditions can speak of beside what the library holds.
type Vocabulary struct {
	Metrics []string
	Solvers []string
}

// graded reports whether a grader was asked for a metric.
func (s *Subject) graded(metric string) bool {
	return slices.ContainsFunc(s.Graders, func(g Grader) bool { return slices.Contains(g.Metrics, metric) })
}

// grade returns what was measured, nil if nothing was.
func (s *Subject) grade(metric string) *sudoku.Grade {
	for _, g := range s.Graders {
		for i := range g.Grades {
			if g.Grades[i].Metric == metric {
				return &g.Grades[i]
			}
		}
	}
	return nil
}

// least returns the least of what the runs of a solver needed, nil if it has not run.
func (s *Subject) least(plugin string, of func(Solver) float64) any {
	var least any
	for _, r := range s.Solvers {
		if r.Plugin != plugin {
			continue
		}
		if v := of(r); least == nil || v < least.(float64) {
			least = v
		}
	}
	return least
}

// comparing compares what a subject has, a float64, a string or nil, as SQLite compares a column that may be NULL.
func comparing(operator string, of func(*Subject) any, with any) func(*Subject) bool {
	var wanted any
	switch with := with.(type) {
	case int64:
		wanted = float64(with)
	default:
		wanted = with
	}
	return func(s *Subject) bool {
		has := of(s)
		if has == nil {
			return operator == "IS NOT"
		}
		order := 0
		switch wanted := wanted.(type) {
		case float64:
			order = cmp.Compare(has.(float64), wanted)
		case string:
			order = strings.Compare(has.(string), wanted)
		}
		switch operator {
		case "=":
			return order == 0
		case "IS NOT":
			return order != 0
		case "<":
			return order < 0
		case "<=":
			return order <= 0
		case ">":
			return order > 0
		}
		return order >= 0
	}
}
