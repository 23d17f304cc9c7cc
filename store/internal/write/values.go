package write

import (
	"fmt"
	"math"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store/internal/row"
)

// Slot is where an algorithm's metric is stored, for good.
type Slot struct {
	Metric  int64 // its id
	Number  int
	Divisor int64 // 0: no value has been stored yet
}

// Slots are those of one algorithm, by metric.
type Slots map[string]Slot

// Settle sets the divisor of a metric that has none yet. Numbers in the JSON array are as they are.
func (b *Batch) Settle(s Slot, divisor int64) error {
	if s.Number >= row.ValueSlots {
		divisor = 1
	}
	n, err := b.Affected("UPDATE metric SET divisor = ? WHERE id = ? AND divisor IS NULL", divisor, s.Metric)
	if err == nil && n > 0 {
		// of the numbers without divisor
		_, err = b.Exec(fmt.Sprintf("DROP INDEX IF EXISTS grade_metric_%d", s.Metric))
	}
	return err
}

// Values puts grades into a row of row.ValueColumns and more.
func (s Slots) Values(grades []sudoku.Grade, into []any) {
	var more []float64
	for _, g := range grades {
		slot := s[g.Metric]
		if slot.Number < row.ValueSlots {
			into[slot.Number] = row.Number(g.Value, slot.Divisor)
			continue
		}
		for k := slot.Number - row.ValueSlots; len(more) <= k; {
			more = append(more, math.NaN())
		}
		more[slot.Number-row.ValueSlots] = g.Value
	}
	if len(more) > 0 {
		into[row.ValueSlots] = string(row.AppendNumbers(nil, more))
	}
}
