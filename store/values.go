package store

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store/internal/row"
)

// metricSlot is where an algorithm's metric is stored, for good.
type metricSlot struct {
	Metric  int64 // its id
	Number  int
	Divisor int64 // 0: no value has been stored yet
}

// metricSlots are those of one algorithm, by metric.
type metricSlots map[string]metricSlot

// Settle sets the divisor of a metric that has none yet. Numbers in the JSON array are as they are.
func (b *batch) Settle(s metricSlot, divisor int64) error {
	if s.Number >= row.ValueSlots {
		divisor = 1
	}
	n, err := b.Affected("UPDATE metric SET divisor = ? WHERE id = ? AND divisor IS NULL", divisor, s.Metric)
	if err == nil && n > 0 {
		// of the numbers without divisor
		_, err = b.Exec(fmt.Sprintf("DROP INDEX IF EXISTS main.grade_metric_%d", s.Metric))
	}
	return err
}

// Values puts grades into a row of row.ValueColumns and more.
func (s metricSlots) Values(grades []sudoku.Grade, into []any) {
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

// Wording writes what grades, or the failure to grade, say in words; "" if that is nothing. Metrics that the plugin does not
// declare are an error.
func (s metricSlots) Wording(grades []sudoku.Grade, failure error) (string, error) {
	type word struct {
		slot int
		text string
	}
	var words []word
	for _, v := range grades {
		slot, ok := s[v.Metric]
		if !ok {
			return "", fmt.Errorf("metric %q was not declared", v.Metric)
		}
		if v.Label != "" {
			words = append(words, word{slot.Number, plain.Line(v.Label)})
		}
	}
	slices.SortFunc(words, func(a, b word) int { return cmp.Compare(a.slot, b.slot) })
	var text []byte
	for _, w := range words {
		text = fmt.Appendf(text, `,"%d":`, w.slot)
		text = row.AppendString(text, w.text)
	}
	if failure != nil {
		text = row.AppendString(append(text, `,"error":`...), plain.Text(failure.Error()))
	}
	if text == nil {
		return "", nil
	}
	return "{" + string(text[1:]) + "}", nil
}

// AddWording returns the id of a wording, which is stored once. Labels repeat from puzzle to puzzle: a set of them is a JSON object
// of labels by slot, with "error" for why a puzzle could not be graded, and grades name it by number.
func (b *batch) AddWording(text string) (id int64, err error) {
	err = b.QueryRow("INSERT INTO wording (text) VALUES (?) ON CONFLICT (text) DO UPDATE SET text = text RETURNING id", text).Scan(&id)
	if err != nil {
		return 0, fmt.Errorf("storing labels: %w", err)
	}
	return id, nil
}
