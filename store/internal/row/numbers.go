package row

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/store/internal/where"
)

// A grade's numbers stand in the columns v0 to v7, by the metric's slot; those of further slots in a JSON
// array. Metrics are mostly whole numbers or fractions with one denominator, such as tenths: each metric has
// a divisor, and a value that is a whole number of that part is stored as this whole number, in one to three
// bytes; any other as a REAL of eight.
const (
	ValueSlots   = where.ValueSlots
	ValueColumns = "v0, v1, v2, v3, v4, v5, v6, v7"
)

// ResultColumns and GradeColumns are what the digest of a row has, in this order.
const (
	ResultColumns = "plugin_id, puzzle_id, verdict, found, self_ns, guesses, measures, error"
	GradeColumns  = "plugin_id, puzzle_id, wording_id, " + ValueColumns + ", more"
)

// MaxDivisor bounds the denominators that are tried.
const MaxDivisor = 1000

// Divisor returns the least number that makes all values whole, or rather the tenths or hundredths that it
// divides (the next value may be 0.1 after 0.2 and 0.4), 1 where none up to MaxDivisor does.
func Divisor(values []float64) int64 {
	for d := int64(1); d <= MaxDivisor; d++ {
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

// allWhole reports whether all values become whole numbers times d.
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

// Number is what stands for a value in a column; there is no such thing as a grade that is not a number.
func Number(v float64, divisor int64) any {
	if math.IsNaN(v) {
		return nil
	}
	if n, whole := parts(v, divisor); whole {
		return n
	}
	return v
}

// Value is the inverse of Number; known is false if there is no value, or a damaged one.
func Value(stored any, divisor int64) (v float64, known bool) {
	switch n := stored.(type) {
	case int64:
		return float64(n) / float64(max(divisor, 1)), true
	case float64:
		return n, true
	}
	return 0, false
}

// AppendNumbers appends numbers as a JSON array.
func AppendNumbers(text []byte, values []float64) []byte {
	text = append(text, '[')
	for i, v := range values {
		if i > 0 {
			text = append(text, ',')
		}
		text = AppendNumber(text, v)
	}
	return append(text, ']')
}

// ParseNumbers is the inverse of AppendNumbers.
func ParseNumbers(text string) (values []float64, err error) {
	inside, begins := strings.CutPrefix(text, "[")
	inside, ends := strings.CutSuffix(inside, "]")
	if begins && ends && inside == "" {
		return nil, nil
	}
	for number := range strings.SplitSeq(inside, ",") {
		v := math.NaN()
		if number != "null" {
			v, err = strconv.ParseFloat(number, 64)
		}
		if err != nil && !errors.Is(err, strconv.ErrRange) || !begins || !ends { // out of range: an infinity, as it was written
			return nil, fmt.Errorf("%w: %q are no values", ErrCorrupt, text)
		}
		values, err = append(values, v), nil
	}
	return values, nil
}

// AppendNumber writes v so that it reads back exactly. NaN becomes null, and infinities become ±9e999, which SQLite
// reads as infinities.
func AppendNumber(text []byte, v float64) []byte {
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

// ParseNumber reads a number that AppendNumber wrote, infinities included.
func ParseNumber(text string) float64 {
	v, _ := strconv.ParseFloat(text, 64) // out of range: an infinity, as it was written
	return v
}

// AppendString appends s as a JSON string.
func AppendString(text []byte, s string) []byte {
	quoted, err := json.Marshal(s)
	if err != nil {
		return append(text, `""`...)
	}
	return append(text, quoted...)
}
