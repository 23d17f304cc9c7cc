package desk

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
)

// Bounds of a query.
const (
	queryTime = 5 * time.Second
	queryRows = 10_000
	querySize = 8 << 20  // bytes of the answer as JSON
	queryCell = 64 << 10 // bytes of a value that are shown
)

// Table is the answer to a query: its columns and rows, and whether it was cut short.
type Table struct {
	Columns []string
	Rows    [][]any
	Cut     bool // there are more rows
}

// Without returns the table without the named columns, which a page shows elsewhere.
func (t *Table) Without(names ...string) *Table {
	out := &Table{Cut: t.Cut}
	var kept []int
	for i, name := range t.Columns {
		if !slices.Contains(names, name) {
			kept, out.Columns = append(kept, i), append(out.Columns, name)
		}
	}
	for _, row := range t.Rows {
		var cells []any
		for _, i := range kept {
			cells = append(cells, row[i])
		}
		out.Rows = append(out.Rows, cells)
	}
	return out
}

var errRows = errors.New("enough rows")

// Query runs a reading query of ours within bounds.
func (d *Desk) Query(ctx context.Context, sql string) (*Table, error) {
	return query(ctx, d.Env.Store.SQL, sql, 0)
}

// asker runs a reading query, and calls row with each row of the answer.
type asker func(ctx context.Context, query string, row func(columns []string, values []any) error) error

// query runs a query within bounds. Of the answer the first rows are skipped.
func query(ctx context.Context, ask asker, sql string, skipped int) (*Table, error) {
	bounded, cancel := context.WithTimeout(ctx, queryTime)
	defer cancel()
	t := &Table{}
	var size int
	var text bytes.Buffer
	err := ask(bounded, sql, func(columns []string, values []any) error {
		if t.Columns == nil {
			t.Columns = append(t.Columns, columns...)
		}
		if skipped > 0 {
			skipped--
			return nil
		}
		if len(t.Rows) == queryRows {
			return errRows
		}
		row := make([]any, len(values))
		for i, v := range values {
			row[i] = shown(v)
		}
		text.Reset()
		if err := t.Object(&text, row); err != nil {
			return err
		}
		if size += text.Len(); size > querySize && len(t.Rows) > 0 {
			return errRows
		}
		t.Rows = append(t.Rows, row)
		return nil
	})
	switch {
	case errors.Is(err, errRows):
		t.Cut = true
		return t, nil
	case bounded.Err() != nil && ctx.Err() == nil:
		return nil, problem.Newf(http.StatusBadRequest, "the query took more than %v; \"sudokuctl db sql\" has no limit",
			queryTime)
	}
	return t, err
}

// shown is a value as JSON can hold it, cut if it is very long.
func shown(v any) any {
	switch v := v.(type) {
	case []byte:
		return fmt.Sprintf("%X", v[:min(len(v), queryCell/2)])
	case string:
		return strings.Clone(v[:min(len(v), queryCell)]) // lest it keep all of it
	case time.Time:
		return v.UTC().Format(time.DateTime)
	}
	return v
}

// cells returns the texts of a row.
func (t *Table) cells(row []any) []string {
	texts := make([]string, len(row))
	for i, v := range row {
		switch v := v.(type) {
		case nil:
		case float64:
			texts[i] = strconv.FormatFloat(v, 'g', -1, 64)
		default:
			texts[i] = fmt.Sprint(v)
		}
	}
	return texts
}

// Text returns the text of a column in a row, from 0. The column must be one of the table.
func (t *Table) Text(row int, column string) string {
	return t.cells(t.Rows[row])[slices.Index(t.Columns, column)]
}

// Numbers returns the columns that hold numbers alone, with NaN where a row has no value.
func (t *Table) Numbers() map[string][]float64 {
	columns := map[string][]float64{}
	for i, name := range t.Columns {
		values := make([]float64, 0, len(t.Rows))
		known := false
		for _, row := range t.Rows {
			switch v := row[i].(type) {
			case nil:
				values = append(values, math.NaN())
				continue
			case int64:
				values = append(values, float64(v))
			case float64:
				values = append(values, v)
			default:
				continue
			}
			known = true
		}
		if known && len(values) == len(t.Rows) {
			columns[name] = values
		}
	}
	return columns
}

// Texts returns the texts of all rows, as CSV and pages show values.
func (t *Table) Texts() [][]string {
	texts := make([][]string, len(t.Rows))
	for i, row := range t.Rows {
		texts[i] = t.cells(row)
	}
	return texts
}

// MarshalJSON writes the rows as objects whose keys are in the order of the columns.
func (t *Table) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('[')
	for i, row := range t.Rows {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := t.Object(&b, row); err != nil {
			return nil, err
		}
	}
	b.WriteByte(']')
	return b.Bytes(), nil
}

// Object writes a row as an object whose keys are in the order of the columns.
func (t *Table) Object(b *bytes.Buffer, row []any) error {
	b.WriteByte('{')
	for i, v := range row {
		name, err := json.Marshal(t.Columns[i])
		if err != nil {
			return err
		}
		value, err := json.Marshal(v)
		if err != nil {
			value = []byte("null") // an infinite number
		}
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(name)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return nil
}

// RunSQL runs a query that a person wrote, whose faults are hers. The answer begins behind some rows, and ends at
// 10,000 or where it would be longer than 8 MiB as JSON.
func (d *Desk) RunSQL(ctx context.Context, sql string, after int) (*Table, error) {
	release, err := d.slots.take(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	t, err := query(ctx, d.Env.Store.Query, sql, after)
	var told *problem.Problem
	if err != nil && !errors.As(err, &told) {
		return nil, problem.New(http.StatusBadRequest, err.Error())
	}
	return t, err
}
