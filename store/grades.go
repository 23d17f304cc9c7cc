package store

import (
	"context"
	"fmt"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store/internal/file"
	"github.com/sudokuctl/sudokuctl/store/internal/row"
)

// Graded is a grader's answer to a puzzle of the library; with an error, it is recorded that it could not be graded.
type Graded struct {
	ID     int64
	Grades []sudoku.Grade
	Err    error
}

// puzzle returns the puzzle's number.
func (g Graded) puzzle() int64 { return g.ID }

// isAgain returns false: grades are always news.
func (g Graded) isAgain() bool { return false }

// SaveGrades stores a grader's answers in one transaction. Grades by another version or other settings of
// the same algorithm stay, as history; those by the same that another process has saved meanwhile stay too.
// Metrics that the plugin does not declare are an error. It sorts graded by id.
func (t *Task) SaveGrades(ctx context.Context, graded []Graded) error {
	return save(ctx, t, "grades", graded, func(b *saving, graded []Graded) error {
		if err := b.supersede(graded); err != nil {
			return err
		}
		return b.insertGrades(graded)
	})
}

// supersede marks what other versions and settings have said about the puzzles as history.
func (b *saving) supersede(graded []Graded) error {
	ids := puzzlesOf(graded)
	var some bool
	err := b.QueryRow("SELECT EXISTS (SELECT 1 FROM grade WHERE algorithm_id = ? AND puzzle_id BETWEEN ? AND ?)",
		b.task.algorithm, ids[0], ids[len(ids)-1]).Scan(&some)
	if err == nil && some {
		err = b.takeBack(ids)
	}
	if err == nil && some {
		_, err = b.Exec("UPDATE grade SET superseded = 1 WHERE algorithm_id = ? AND plugin_id <> ? AND superseded = 0 AND puzzle_id "+
			file.InNumbers, b.task.algorithm, b.task.plugin, file.Numbers(ids))
	}
	return err
}

// takeBack takes the grades of puzzles by the task's plugin, which are about to be replaced, from the digests of their chunks.
func (b *saving) takeBack(ids []int64) error {
	digests := map[int64]int64{}
	err := joinDigests(b.Query("SELECT chunk_id, "+row.GradeColumns+" FROM grade WHERE algorithm_id = ? AND plugin_id = ? "+
		"AND puzzle_id "+file.InNumbers,
		b.task.algorithm, b.task.plugin, file.Numbers(ids)), digests, func([]any) {})
	if err != nil {
		return err
	}
	return b.JoinDigests(digests)
}

// insertGrades stores grades, and makes the earlier ones history.
func (b *saving) insertGrades(graded []Graded) error {
	slots, err := b.settleDivisors(graded)
	if err != nil {
		return err
	}
	wordings, ids := make([]any, len(graded)), map[string]any{"": nil}
	for i, g := range graded {
		text, err := b.task.slots.Wording(g.Grades, g.Err)
		if err != nil {
			return fmt.Errorf("puzzle %d: %w", g.ID, err)
		}
		if _, known := ids[text]; !known {
			if ids[text], err = b.AddWording(text); err != nil {
				return err
			}
		}
		wordings[i] = ids[text]
	}
	chunk, err := b.chunkOf(len(graded))
	if err != nil {
		return err
	}
	into := b.Inserter("grade (algorithm_id, chunk_id, superseded, "+row.GradeColumns+")",
		`ON CONFLICT (algorithm_id, puzzle_id, plugin_id) DO UPDATE SET chunk_id = excluded.chunk_id, superseded = 0,
			wording_id = excluded.wording_id, v0 = excluded.v0, v1 = excluded.v1, v2 = excluded.v2, v3 = excluded.v3,
			v4 = excluded.v4, v5 = excluded.v5, v6 = excluded.v6, v7 = excluded.v7, more = excluded.more`)
	var digest int64
	for i, g := range graded {
		columns := [6 + row.ValueSlots + 1]any{b.task.algorithm, chunk, 0, b.task.plugin, g.ID, wordings[i]}
		slots.Values(g.Grades, columns[6:])
		digest ^= row.Digest(columns[3:]...)
		if err := into.Add(columns[:]...); err != nil {
			return err
		}
	}
	if err := into.Flush(); err != nil {
		return err
	}
	return b.JoinDigests(map[int64]int64{chunk: digest})
}

// settleDivisors chooses the divisors of metrics that are stored for the first time, and returns all slots.
func (b *saving) settleDivisors(graded []Graded) (metricSlots, error) {
	samples := map[string][]float64{}
	for _, g := range graded {
		for _, v := range g.Grades {
			slot, ok := b.task.slots[v.Metric]
			if ok && slot.Divisor == 0 && len(samples[v.Metric]) < row.MaxDivisor {
				samples[v.Metric] = append(samples[v.Metric], v.Value)
			}
		}
	}
	for name, values := range samples {
		if err := b.Settle(b.task.slots[name], row.Divisor(values)); err != nil {
			return nil, fmt.Errorf("choosing how metric %q is stored: %w", name, err)
		}
	}
	if len(samples) == 0 {
		return b.task.slots, nil
	}
	all, err := b.Slots(b.task.algorithm)
	if err != nil {
		return nil, err
	}
	b.AfterCommit(func() { b.task.slots = all })
	return all, b.RenewLibraryView()
}
