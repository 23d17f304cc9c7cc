package part

import (
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// Difference says in what two parts of the same tasks and puzzles contradict each other first, "" if they do not. An answer that
// ran out of time, or whose plugin crashed, contradicts nothing: that is up to the machine. Measures may differ by a rounding.
func Difference(a, b *Part) (string, error) {
	if a.Header.ContentHash == b.Header.ContentHash {
		return "", nil
	}
	next, stop := iter.Pull2(b.Rows())
	defer stop()
	for x, err := range a.Rows() {
		if err != nil {
			return "", err
		}
		y, err, ok := next()
		if err != nil {
			return "", err
		}
		if !ok {
			return fmt.Sprintf("record %d is in one of them alone", x.Record), nil
		}
		for k := range a.Header.Tasks {
			if text := differ(&a.Header.Tasks[k], &x.Answers[k], &y.Answers[k]); text != "" {
				return fmt.Sprintf("record %d, puzzle %q: %s", x.Record, x.Puzzle.Name, text), nil
			}
		}
		if x.Solution != nil && y.Solution != nil && !slices.Equal(x.Solution, y.Solution) {
			return fmt.Sprintf("record %d, puzzle %q: two solutions", x.Record, x.Puzzle.Name), nil
		}
	}
	return "", nil
}

// differ says in what two answers to a task contradict each other.
func differ(t *job.Task, a, b *Answer) string {
	for _, v := range []sudoku.Verdict{a.Verdict, b.Verdict} {
		if v == sudoku.Timeout || v == sudoku.Crashed {
			return ""
		}
	}
	if t.Kind == job.Solve {
		first, second := fmt.Sprintf("%v, %d found, %d guesses", a.Verdict, a.Count, a.Guesses),
			fmt.Sprintf("%v, %d found, %d guesses", b.Verdict, b.Count, b.Guesses)
		if first != second {
			return fmt.Sprintf("%s: %s against %s", t.Plugin, first, second)
		}
		return ""
	}
	for i := range max(len(a.Grades), len(b.Grades)) {
		if i >= len(a.Grades) || i >= len(b.Grades) || a.Grades[i].Metric != b.Grades[i].Metric {
			return t.Plugin + " measured something once and not twice"
		}
		g, h := a.Grades[i], b.Grades[i]
		if math.Abs(g.Value-h.Value) > 1e-9*math.Abs(g.Value) || g.Label != h.Label {
			return fmt.Sprintf("%s: %s %v %s against %v %s", t.Plugin, g.Metric, g.Value, g.Label, h.Value, h.Label)
		}
	}
	return ""
}
