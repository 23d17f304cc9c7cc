package attached

import (
	"encoding/json"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/fleet/part"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// subject fills s, whose slices it uses again, with what a row of a part says.
func (f *file) subject(row *part.Row, s *store.Subject) {
	s.Puzzle, s.Source = row.Puzzle, f.path
	s.Verdict, s.Disputed = f.verdict(row)
	s.Graders, s.Solvers = s.Graders[:0], s.Solvers[:0]
	for k, a := range row.Answers {
		t := &f.header.Tasks[k]
		if t.Kind == job.Solve {
			s.Solvers = append(s.Solvers, store.AskedSolver{Plugin: t.Plugin, Self: a.Self, Guesses: a.Guesses})
			continue
		}
		s.Graders = append(s.Graders, store.AskedGrader{Metrics: f.metrics[k], Grades: a.Grades})
	}
}

// verdict returns what a library would conclude from what the solvers of a row say.
func (f *file) verdict(row *part.Row) (v sudoku.Verdict, disputed bool) {
	return store.Conclude(func(yield func(sudoku.Verdict) bool) {
		for k, a := range row.Answers {
			if f.header.Tasks[k].Kind == job.Solve && !yield(a.Verdict) {
				return
			}
		}
	})
}

// listed returns what is known of a row's puzzle. It has no number.
func (f *file) listed(row *part.Row) *store.Listed {
	l := &store.Listed{Item: store.Item{Puzzle: row.Puzzle}, Solution: row.Solution, Source: store.Source{Name: f.path},
		Place: row.Puzzle.Name}
	l.Verdict, l.Disputed = f.verdict(row)
	for k, a := range row.Answers {
		t := &f.header.Tasks[k]
		by, settings := t.Plugin, string(orEmpty(t.Settings))
		if t.Version != "" {
			by += " " + t.Version
		}
		for _, g := range a.Grades {
			l.Grades = append(l.Grades, store.NamedGrade{Grade: g, By: by, Settings: settings})
		}
	}
	return l
}

func orEmpty(settings json.RawMessage) json.RawMessage {
	if settings == nil {
		return json.RawMessage("{}")
	}
	return settings
}
