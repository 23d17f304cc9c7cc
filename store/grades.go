package store

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Graded is a grader's answer to a puzzle of the library; with an error, it is recorded that it could not be
// graded.
type Graded struct {
	ID     int64
	Grades []sudoku.Grade
	Err    error
}

// SaveGrades stores a grader's answers in one transaction. Grades by another version or other settings of
// the same algorithm stay, as history; those by the same are replaced. Metrics that the plugin does not
// declare are an error. It sorts graded by id.
func (s *Store) SaveGrades(ctx context.Context, t *Task, graded []Graded) error {
	if len(graded) == 0 {
		return nil
	}
	slices.SortStableFunc(graded, func(a, b Graded) int { return cmp.Compare(a.ID, b.ID) })
	err := s.update(ctx, func(b *batch) error {
		if err := b.supersede(t, graded); err != nil {
			return err
		}
		return b.insertGrades(t, graded)
	})
	if err != nil {
		return fmt.Errorf("storing %d grades of plugin %q: %w", len(graded), t.Plugin.Info.ID, err)
	}
	return nil
}

// supersede marks what other versions and settings have said about the puzzles as history.
func (b *batch) supersede(t *Task, graded []Graded) error {
	for len(graded) > 0 {
		n := min(len(graded), idsPerQuery)
		args := []any{t.algorithm, t.plugin}
		for _, g := range graded[:n] {
			args = append(args, g.ID)
		}
		_, err := b.exec(`UPDATE grade SET superseded = 1 WHERE algorithm_id = ? AND plugin_id <> ? AND superseded = 0
			AND puzzle_id IN (`+marks(n)+")", args...)
		if err != nil {
			return err
		}
		graded = graded[n:]
	}
	return nil
}

func (b *batch) insertGrades(t *Task, graded []Graded) error {
	chunk, err := b.chunkOf(t, len(graded))
	if err != nil {
		return err
	}
	into := b.inserter(
		"grade (algorithm_id, puzzle_id, plugin_id, chunk_id, superseded, numbers, words, error)",
		`ON CONFLICT (algorithm_id, puzzle_id, plugin_id) DO UPDATE SET chunk_id = excluded.chunk_id, superseded = 0,
			numbers = excluded.numbers, words = excluded.words, error = excluded.error`)
	for _, g := range graded {
		numbers, words, err := t.texts(g.Grades)
		if err != nil {
			return fmt.Errorf("puzzle %d: %w", g.ID, err)
		}
		if err := into.add(t.algorithm, g.ID, t.plugin, chunk, 0, numbers, words, errorText(g.Err)); err != nil {
			return err
		}
	}
	return into.flush()
}

// texts writes grades as a JSON array of numbers by slot, and a JSON object of labels by slot, nil where
// there are none.
func (t *Task) texts(grades []sudoku.Grade) (numbers string, words any, err error) {
	bySlot := make([]*sudoku.Grade, len(t.slots))
	last := -1
	for i := range grades {
		slot, ok := t.slots[grades[i].Metric]
		if !ok {
			return "", nil, fmt.Errorf("metric %q was not declared", grades[i].Metric)
		}
		bySlot[slot] = &grades[i]
		last = max(last, slot)
	}
	values, labels := []byte{}, []byte{}
	for slot, g := range bySlot[:last+1] {
		values = append(values, ',')
		if g == nil {
			values = append(values, "null"...)
			continue
		}
		values = appendNumber(values, g.Value)
		if g.Label != "" {
			labels = fmt.Appendf(labels, `,"%d":`, slot)
			labels = appendString(labels, g.Label)
		}
	}
	if len(labels) > 0 {
		words = "{" + string(labels[1:]) + "}"
	}
	return "[" + string(values[min(1, len(values)):]) + "]", words, nil
}

// appendNumber writes v so that it reads back exactly; what JSON cannot say is null, and infinities are
// ±9e999, which SQLite reads as infinities.
func appendNumber(text []byte, v float64) []byte {
	switch {
	case math.IsNaN(v):
		return append(text, "null"...)
	case math.IsInf(v, 1):
		return append(text, "9e999"...)
	case math.IsInf(v, -1):
		return append(text, "-9e999"...)
	}
	return strconv.AppendFloat(text, v, 'g', -1, 64)
}
