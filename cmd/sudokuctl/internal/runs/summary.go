package runs

import (
	"fmt"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
)

// summary shows what the tasks of a run came to. A run that had nothing to do says so instead.
func summary(a *app.App, r *work.RunResult) error {
	pending := int64(0)
	for _, t := range r.Tasks {
		pending += t.Pending
	}
	if pending == 0 && len(r.Failed) == 0 {
		a.Remark("nothing to do: every puzzle is solved and graded by these plugins")
		return nil
	}
	l, err := a.Listing("plugin", "version", "task", "done", "verdicts", "self/puzzle", "puzzles/s", "cpu", "memory")
	if err != nil {
		return err
	}
	for _, t := range r.Tasks {
		perPuzzle := time.Duration(0)
		if t.Done > 0 {
			perPuzzle = time.Duration(t.SelfNs) / time.Duration(t.Done)
		}
		if err := l.Row(t, t.Plugin, t.Version, t.Task, fmt.Sprint(t.Done), verdictText(t),
			screen.TimeText(perPuzzle), screen.Figure(t.PerSecond), screen.TimeText(time.Duration(t.CPUNs)),
			fmt.Sprintf("%.1f MiB", float64(t.PeakRSS)/(1<<20))); err != nil {
			return err
		}
	}
	return l.End()
}

// verdictText lists the verdicts with their counts: "unique 60, multiple 2".
func verdictText(t *work.TaskRecord) string {
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
