package store

import (
	"fmt"
	"math"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store/internal/row"
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
func (b *saving) settleDivisors(graded []Graded) (slots, error) {
	samples := map[string][]float64{}
	for _, g := range graded {
		for _, v := range g.Grades {
			slot, ok := b.task.slots[v.Metric]
			if ok && slot.divisor == 0 && len(samples[v.Metric]) < row.MaxDivisor {
				samples[v.Metric] = append(samples[v.Metric], v.Value)
			}
		}
	}
	for name, values := range samples {
		if err := b.settle(b.task.slots[name], row.Divisor(values)); err != nil {
			return nil, fmt.Errorf("choosing how metric %q is stored: %w", name, err)
		}
	}
	if len(samples) == 0 {
		return b.task.slots, nil
	}
	all, err := b.slots(b.task.algorithm)
	if err != nil {
		return nil, err
	}
	b.AfterCommit(func() { b.task.slots = all })
	return all, b.renewLibraryView()
}

// settle sets the divisor of a metric that has none yet. Numbers in the JSON array are as they are.
func (b *batch) settle(s slot, divisor int64) error {
	if s.number >= row.ValueSlots {
		divisor = 1
	}
	n, err := b.affected("UPDATE metric SET divisor = ? WHERE id = ? AND divisor IS NULL", divisor, s.metric)
	if err == nil && n > 0 {
		// of the numbers without divisor
		_, err = b.Exec(fmt.Sprintf("DROP INDEX IF EXISTS grade_metric_%d", s.metric))
	}
	return err
}

// values puts grades into a row of row.ValueColumns and more.
func (s slots) values(grades []sudoku.Grade, into []any) {
	var more []float64
	for _, g := range grades {
		slot := s[g.Metric]
		if slot.number < row.ValueSlots {
			into[slot.number] = row.Number(g.Value, slot.divisor)
			continue
		}
		for k := slot.number - row.ValueSlots; len(more) <= k; {
			more = append(more, math.NaN())
		}
		more[slot.number-row.ValueSlots] = g.Value
	}
	if len(more) > 0 {
		into[row.ValueSlots] = string(row.AppendNumbers(nil, more))
	}
}
