package runs

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// summaryRow is what "run -o json" shows of one task.
type summaryRow struct {
	Plugin    string         `json:"plugin"`
	Version   string         `json:"version"`
	Task      string         `json:"task"`
	Done      int            `json:"done"`
	Verdicts  map[string]int `json:"verdicts,omitempty"`
	SelfNs    int64          `json:"self_ns"`
	WallNs    int64          `json:"wall_ns"`
	PerSecond float64        `json:"per_second_wall"`
	CPUNs     int64          `json:"cpu_ns"`
	PeakRSS   int64          `json:"rss_max_bytes"`
}

// summary shows what the tasks of the run came to. A run that had nothing to do says so instead.
func (w *worker) summary() error {
	work := int64(0)
	for _, r := range w.reports {
		work += r.pending
	}
	if work == 0 && len(w.failed) == 0 {
		w.app.Remark("nothing to do: every puzzle is solved and graded by these plugins")
		return nil
	}
	l, err := w.app.Listing("plugin", "version", "task", "done", "verdicts", "self/puzzle", "puzzles/s", "cpu",
		"memory")
	if err != nil {
		return err
	}
	for _, r := range w.reports {
		row := r.row()
		perPuzzle := time.Duration(0)
		if row.Done > 0 {
			perPuzzle = r.self / time.Duration(row.Done)
		}
		if err := l.Row(row, row.Plugin, row.Version, row.Task, fmt.Sprint(row.Done), r.verdictText(),
			screen.TimeText(perPuzzle), screen.Figure(row.PerSecond), screen.TimeText(time.Duration(row.CPUNs)),
			fmt.Sprintf("%.1f MiB", float64(row.PeakRSS)/(1<<20))); err != nil {
			return err
		}
	}
	return l.End()
}

func (r *report) row() summaryRow {
	info := r.plugin.Info()
	u, _ := r.plugin.Usage()
	row := summaryRow{Plugin: r.plugin.ID(), Version: info.Version, Task: r.doing, Done: r.graded,
		Verdicts: map[string]int{}, SelfNs: r.self.Nanoseconds(), WallNs: r.wall.Nanoseconds(),
		CPUNs: (u.User + u.System).Nanoseconds(), PeakRSS: u.PeakRSS}
	for v, n := range r.verdicts {
		row.Verdicts[v.String()] = n
		row.Done += n
	}
	if r.wall > 0 {
		row.PerSecond = float64(row.Done) / r.wall.Seconds()
	}
	return row
}

// verdictText lists the verdicts with their counts: "unique 60, multiple 2".
func (r *report) verdictText() string {
	var texts []string
	if r.graded > 0 {
		texts = append(texts, fmt.Sprintf("graded %d", r.graded))
	}
	for _, v := range slices.Sorted(maps.Keys(r.verdicts)) {
		texts = append(texts, fmt.Sprintf("%s %d", sudoku.Verdict(v), r.verdicts[v]))
	}
	if len(texts) == 0 {
		return "nothing to do"
	}
	return strings.Join(texts, ", ")
}
