package where

import "fmt"

// ValueSlots is how many metrics of an algorithm have a column of their own in the table grade: v0, v1 …; those
// of further slots stand in a JSON array.
const ValueSlots = 8

// Metric says where a metric is stored: in a grade's column v0 to v7 by its slot, or in the array more.
type Metric struct {
	ID, Algorithm int64
	Slot          int64
	Divisor       int64 // a whole number in the column is the value times this
}

// Number is the SQL of the metric's value in a grade, written as the metric's index has it.
func (m Metric) Number(alias string) string {
	if m.Slot >= ValueSlots {
		return fmt.Sprintf("json_extract(%smore, '$[%d]')", alias, m.Slot-ValueSlots)
	}
	column := fmt.Sprintf("%sv%d", alias, m.Slot)
	if m.Divisor <= 1 {
		return column
	}
	return fmt.Sprintf("iif(typeof(%s) = 'integer', %[1]s / %d.0, %[1]s)", column, m.Divisor)
}

// Label is the SQL of the metric's label in a row of wording.
func (m Metric) Label() string { return fmt.Sprintf(`json_extract(text, '$."%d"')`, m.Slot) }
