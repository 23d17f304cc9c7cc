package runs

import (
	"fmt"
	"strings"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work/run"
)

// summary shows what the tasks of a run came to. A run that had nothing to do says so instead.
func summary(a *app.App, r *run.Result) error {
	pending := int64(0)
	for _, t := range r.Tasks {
		pending += t.Pending
	}
	if len(r.Tasks) == 0 && len(r.Failed) == 0 {
		a.Remark("nothing to do: no solver and no grader is chosen")
		return nil
	}
	if pending == 0 && len(r.Failed) == 0 {
		a.Remark("nothing to do: every puzzle is solved and graded by these plugins")
		return nil
	}
	columns := []screen.Column{{Name: "plugin"}, {Name: "version"}, {Name: "task"}, {Name: "done"},
		{Name: "verdicts", For: screen.People}, {Name: "graded", For: screen.Programs}}
	for v := sudoku.Unknown; v <= sudoku.Invalid; v++ {
		columns = append(columns, screen.Column{Name: v.String(), For: screen.Programs})
	}
	l := a.ListingOf(append(columns, []screen.Column{{Name: "self_mean_ns"}, {Name: "per_second"}, {Name: "cpu_ns"},
		{Name: "rss_bytes"}}...)...)
	for _, t := range r.Tasks {
		perPuzzle := 0.0
		if t.Done > 0 {
			perPuzzle = float64(t.SelfNs) / float64(t.Done)
		}
		cells := []string{t.Plugin, t.Version, t.Task, fmt.Sprint(t.Done), verdictText(t), fmt.Sprint(t.Graded)}
		for v := sudoku.Unknown; v <= sudoku.Invalid; v++ {
			cells = append(cells, fmt.Sprint(t.Verdicts[v.String()]))
		}
		l.Row(t, append(cells, screen.Number(perPuzzle), screen.Number(t.PerSecond), fmt.Sprint(t.CPUNs),
			fmt.Sprint(t.PeakRSS))...)
	}
	for _, t := range r.Tasks {
		if text := solvesNothing(t); text != "" {
			a.Remark("%s", text)
		}
	}
	return l.End()
}

// solvesNothing says that a solver has decided none of the puzzles that it takes, "" if it has decided some.
func solvesNothing(t *run.TaskRecord) string {
	for _, v := range []sudoku.Verdict{sudoku.Solved, sudoku.Unique, sudoku.Multiple, sudoku.Impossible} {
		if t.Verdicts[v.String()] > 0 {
			return ""
		}
	}
	taken := t.Done - t.Verdicts[sudoku.Unsupported.String()]
	if taken == 0 || t.Task != string(sudoku.PowerSolve) {
		return ""
	}
	return app.SolvedNone(t.Plugin, taken)
}

// verdictText lists the verdicts with their counts: "unique 60, multiple 2".
func verdictText(t *run.TaskRecord) string {
	var texts []string
	if t.Graded > 0 {
		texts = append(texts, fmt.Sprintf("graded %d", t.Graded))
	}
	for v := sudoku.Unknown; v <= sudoku.Invalid; v++ {
		if n := t.Verdicts[v.String()]; n > 0 {
			texts = append(texts, fmt.Sprintf("%s %d", v, n))
		}
	}
	if len(texts) == 0 {
		return "nothing to do"
	}
	return strings.Join(texts, ", ")
}
