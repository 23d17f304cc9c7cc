package store

import (
	"fmt"
	"math"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store/internal/row"
	"github.com/sudokuctl/sudokuctl/store/internal/where"
)

// A grade's numbers stand in the columns v0 to v7, by the metric's slot; those of further slots in a JSON
// array. Metrics are mostly whole numbers or fractions with one denominator, such as tenths: each metric has
// a divisor, and a value that is a whole number of that part is stored as this whole number, in one to three
// bytes; any other as a REAL of eight.
const (
	valueSlots   = where.ValueSlots
	valueColumns = "v0, v1, v2, v3, v4, v5, v6, v7"
)

// slot is where an algorithm's metric is stored, for ever.
type slot struct {
	metric  int64 // its id
	number  int
	divisor int64 // 0: no value has been stored yet
}

// slots are those of one algorithm, by metric.
type slots map[string]slot

// settleDivisors chooses the divisors of metrics that are stored for the first time, and returns all slots.
func (b *batch) settleDivisors(t *Task, graded []Graded) (slots, error) {
	samples := map[string][]float64{}
	for _, g := range graded {
		for _, v := range g.Grades {
			slot, ok := t.slots[v.Metric]
			if ok && slot.divisor == 0 && len(samples[v.Metric]) < row.MaxDivisor {
				samples[v.Metric] = append(samples[v.Metric], v.Value)
			}
		}
	}
	for name, values := range samples {
		_, err := b.Exec("UPDATE metric SET divisor = ? WHERE algorithm_id = ? AND name = ? AND divisor IS NULL",
			row.Divisor(values), t.algorithm, name)
		if err == nil {
			// of the numbers without divisor
			_, err = b.Exec(fmt.Sprintf("DROP INDEX IF EXISTS grade_metric_%d", t.slots[name].metric))
		}
		if err != nil {
			return nil, fmt.Errorf("choosing how metric %q is stored: %w", name, err)
		}
	}
	if len(samples) == 0 {
		return t.slots, nil
	}
	all, err := b.slots(t.algorithm)
	if err != nil {
		return nil, err
	}
	b.AfterCommit(func() { t.slots = all })
	return all, b.renewLibraryView()
}

// values puts grades into a row of valueColumns and more.
func (s slots) values(grades []sudoku.Grade, into []any) {
	var more []float64
	for _, g := range grades {
		slot := s[g.Metric]
		if slot.number < valueSlots {
			into[slot.number] = row.Number(g.Value, slot.divisor)
			continue
		}
		for k := slot.number - valueSlots; len(more) <= k; {
			more = append(more, math.NaN())
		}
		more[slot.number-valueSlots] = g.Value
	}
	if len(more) > 0 {
		into[valueSlots] = string(row.AppendNumbers(nil, more))
	}
}
