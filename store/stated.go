package store

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store/internal/file"
)

// insertStated stores the values that a source states of its puzzles. As with any grader, the values of another source
// become history.
func (b *importing) insertStated() error {
	var graded []Graded
	var names []string
	for i, n := range b.entries {
		if len(n.Stated) == 0 {
			continue
		}
		graded = append(graded, Graded{ID: b.puzzles[i].ID, Grades: n.Stated})
		for _, g := range n.Stated {
			if !slices.Contains(names, g.Metric) {
				names = append(names, g.Metric)
			}
		}
	}
	if len(graded) == 0 {
		return nil
	}
	graded = lastOfEach(graded)
	t, err := b.statedTask(names)
	stating := &saving{b.batch, t}
	if err == nil {
		err = stating.uncount(graded)
	}
	if err != nil {
		return fmt.Errorf("storing what %q states: %w", b.from.Name, err)
	}
	if err := stating.supersede(graded); err != nil {
		return err
	}
	return stating.insertGrades(graded)
}

// lastOfEach sorts by puzzle and keeps what is stated last of each.
func lastOfEach(graded []Graded) []Graded {
	slices.Reverse(graded)
	slices.SortStableFunc(graded, func(a, b Graded) int { return cmp.Compare(a.ID, b.ID) })
	return slices.CompactFunc(graded, func(a, b Graded) bool { return a.ID == b.ID })
}

// uncount takes puzzles that the task has graded before, by an earlier import of the same source, off the chunks
// that counted them: their grades are about to move to a new chunk.
func (b *saving) uncount(graded []Graded) error {
	_, err := b.Exec(`UPDATE chunk SET puzzles = puzzles - n FROM (SELECT chunk_id, count(*) AS n FROM grade
		WHERE algorithm_id = ? AND plugin_id = ? AND puzzle_id `+file.InNumbers+` GROUP BY chunk_id) g
		WHERE chunk.id = g.chunk_id`, b.task.algorithm, b.task.plugin, file.Numbers(puzzlesOf(graded)))
	return err
}

// statedTask returns the task of a source's statements, which stands for a run "import" that is done.
func (b *importing) statedTask(names []string) (*Task, error) {
	info := sudoku.Info{ID: StatedBy, Name: "values that sources state", Version: b.from.Name}
	for _, name := range names {
		info.Metrics = append(info.Metrics, sudoku.Metric{Name: name, Min: math.Inf(-1), Max: math.Inf(1),
			Source: "column of an imported file", Summary: "as the source states it"})
	}
	return b.standingTask(Plugin{Info: info, Settings: statedSettings(b.source), Origin: b.from.Name, SHA256: b.from.SHA256}, "import",
		Selection{Sources: []int64{b.source}})
}
