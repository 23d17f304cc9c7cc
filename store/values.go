package store

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
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

// maxDivisor bounds the denominators that are tried.
const maxDivisor = 1000

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
			if ok && slot.divisor == 0 && len(samples[v.Metric]) < maxDivisor {
				samples[v.Metric] = append(samples[v.Metric], v.Value)
			}
		}
	}
	for name, values := range samples {
		_, err := b.exec("UPDATE metric SET divisor = ? WHERE algorithm_id = ? AND name = ? AND divisor IS NULL",
			divisorOf(values), t.algorithm, name)
		if err == nil {
			// of the numbers without divisor
			_, err = b.exec(fmt.Sprintf("DROP INDEX IF EXISTS grade_metric_%d", t.slots[name].metric))
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
	b.afterCommit(func() { t.slots = all })
	return all, b.renewLibraryView()
}

// divisorOf returns the least number that makes all values whole, or rather the tenths or hundredths that it
// divides (the next value may be 0.1 after 0.2 and 0.4), 1 where none up to maxDivisor does.
func divisorOf(values []float64) int64 {
	for d := int64(1); d <= maxDivisor; d++ {
		if !allWhole(values, d) {
			continue
		}
		for _, decimal := range []int64{10, 100, 1000} {
			if d > 1 && decimal%d == 0 {
				return decimal
			}
		}
		return d
	}
	return 1
}

func allWhole(values []float64, d int64) bool {
	return !slices.ContainsFunc(values, func(v float64) bool {
		_, whole := parts(v, d)
		return !whole &&
			!math.IsNaN(v)
	})
}

// parts returns v times d if that is a whole number from which v comes back exactly.
func parts(v float64, d int64) (int64, bool) {
	n := math.RoundToEven(v * float64(d))
	if math.Abs(n) >= 1<<53 || n == 0 && math.Signbit(v) {
		return 0, false
	}
	return int64(n), n/float64(d) == v
}

// values puts grades into a row of valueColumns and more.
func (s slots) values(grades []sudoku.Grade, row []any) {
	var more []float64
	for _, g := range grades {
		slot := s[g.Metric]
		if slot.number < valueSlots {
			row[slot.number] = stored(g.Value, slot.divisor)
			continue
		}
		for k := slot.number - valueSlots; len(more) <= k; {
			more = append(more, math.NaN())
		}
		more[slot.number-valueSlots] = g.Value
	}
	if len(more) > 0 {
		row[valueSlots] = string(appendNumbers(nil, more))
	}
}

// stored is what stands for a value in a column; there is no such thing as a grade that is not a number.
func stored(v float64, divisor int64) any {
	if math.IsNaN(v) {
		return nil
	}
	if n, whole := parts(v, divisor); whole {
		return n
	}
	return v
}

// valueOf is the inverse of stored for what JSON says of a column: 42 or 4.2.
func valueOf(m where.Metric, text string) float64 {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil && m.Slot < valueSlots {
		return float64(n) / float64(max(m.Divisor, 1))
	}
	return parseNumber(text)
}

func appendNumbers(text []byte, values []float64) []byte {
	text = append(text, '[')
	for i, v := range values {
		if i > 0 {
			text = append(text, ',')
		}
		text = appendNumber(text, v)
	}
	return append(text, ']')
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
