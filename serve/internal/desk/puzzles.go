package desk

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/library"
)

// ListQuery asks for puzzles of the library.
type ListQuery struct {
	Where string `query:"where" doc:"condition on puzzles, as for \"sudokuctl list --where\"" example:"clues <= 24 && !dup"`
	Sort  string `query:"sort" default:"id" doc:"id, clues or a metric; with a minus before it from the largest down"`
	After int64  `query:"after" minimum:"0" doc:"id of the puzzle behind which the page begins, see the header Link"`
	Limit int    `query:"limit" default:"100" minimum:"1" maximum:"10000"`
}

// ImportRecord is what an import has stored. Its keys are stable.
type ImportRecord struct {
	Format string      `json:"format"`
	Read   int         `json:"read"`
	New    int         `json:"new"`
	Known  int         `json:"known"`
	Bad    []BadRecord `json:"bad"` // the first hundred
	BadAll int         `json:"bad_all"`
	Ended  string      `json:"ended,omitempty" doc:"why the rest of the text was not read; left out if all was"`
}

// BadRecord is a record that was left out. Its keys are stable.
type BadRecord struct {
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Detail string `json:"detail"`
}

// TaggedRecord is how many puzzles a condition holds of. Its keys are stable.
type TaggedRecord struct {
	Puzzles int `json:"puzzles"`
}

// Page returns a page of the library and the puzzle behind which the next begins, 0 if it is the last.
func (d *Desk) Page(ctx context.Context, q *ListQuery) (records []*library.ListRecord, next int64, err error) {
	filter := d.Env.Filter(q.Where)
	filter.Sort, filter.After, filter.Limit = q.Sort, q.After, q.Limit+1
	for r, err := range library.List(ctx, d.Env, filter) {
		if err != nil {
			return nil, 0, err
		}
		if len(records) == q.Limit {
			return records, records[len(records)-1].ID, nil
		}
		records = append(records, r)
	}
	return records, 0, nil
}

// Next returns the query of the page behind a puzzle.
func (q *ListQuery) Next(id int64) url.Values {
	v := q.Values()
	v.Set("after", strconv.FormatInt(id, 10))
	return v
}

// Values writes the query without the place where the page begins.
func (q *ListQuery) Values() url.Values {
	v := url.Values{}
	if q.Where != "" {
		v.Set("where", q.Where)
	}
	if q.Sort != "" && q.Sort != "id" {
		v.Set("sort", q.Sort)
	}
	if q.Limit != 100 {
		v.Set("limit", strconv.Itoa(q.Limit))
	}
	return v
}

// Bounds of counting.
const (
	facetTime = 40 * time.Millisecond // for one count
	facetAge  = 2 * time.Second       // for which a count is good if others may write
	maxFacets = 256                   // how many counts are kept
)

// Facets counts the puzzles of which a condition holds by what they are, or returns a count that is young.
func (d *Desk) Facets(ctx context.Context, where string) (*store.Facets, error) {
	return d.facets.get(ctx, where, queryTime, func(ctx context.Context) (*store.Facets, error) {
		return d.Env.Store.Facets(ctx, d.Env.Filter(where), facetTime)
	})
}

// State is another number each time that something was written or found here. What others write, runs too, does not
// change it.
func (d *Desk) State() int64 { return d.written.Load() + d.Findings.added.Load() }

// changed forgets all counts: somebody has written here.
func (d *Desk) changed() {
	d.written.Add(1)
	d.facets.clear()
}

// Bounds of reading values.
const (
	ValuesTime = time.Second
	GlanceTime = 25 * time.Millisecond // beside a list
)

// maxBad is how many bad records are named.
const maxBad = 100

// importTime is for how long an import may read and write.
const importTime = time.Minute

// Import stores the puzzles of a text, as far as it is read.
func (d *Desk) Import(ctx context.Context, name, licence string, tags []string, text []byte) (*ImportRecord, error) {
	record := &ImportRecord{Bad: []BadRecord{}}
	for _, tag := range tags {
		if err := library.CheckTag(tag); err != nil {
			return record, err
		}
	}
	in := input.Reader(name, bytes.NewReader(text))
	in.Limits = textLimits
	err := d.within(ctx, importTime, func(ctx context.Context) error {
		defer d.changed()
		done, err := input.Import(ctx, d.Env.Store, input.ImportRequest{Input: in, Licence: licence, Tags: tags},
			func(e work.Event) {
				switch e := e.(type) {
				case work.Recognised:
					record.Format = e.Format
				case work.BadRecord:
					if len(record.Bad) < maxBad {
						record.Bad = append(record.Bad, BadRecord{e.Err.Line, e.Err.Column, e.Err.Err.Error()})
					}
				}
			})
		record.Read, record.New, record.Known, record.BadAll = done.Read, done.New, done.Duplicates, done.Bad
		return err
	})
	var limit *formats.LimitError
	if errors.As(err, &limit) && record.Read > 0 {
		record.Ended, err = limit.Error(), nil
	}
	return record, err
}

// Show returns a puzzle of the library with all that is known of it. A number that is not there is a 404.
func (d *Desk) Show(ctx context.Context, id int64) (*store.Listed, error) {
	listed, err := d.Env.Store.Show(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return nil, problem.Newf(http.StatusNotFound, "no puzzle %d in the library", id)
	}
	return listed, err
}

// PuzzleViews are the views of the library that have rows of one puzzle, by the end of their addresses.
var PuzzleViews = []string{"grades", "results", "solutions"}

// View returns the rows of a view that are about a puzzle of the library.
func (d *Desk) View(ctx context.Context, view string, id int64) (*Table, error) {
	if _, err := d.Show(ctx, id); err != nil {
		return nil, err
	}
	return d.RowsOf(ctx, view, id)
}

// searched says of views whose tables are not ordered by puzzle alone what their keys begin with. It is true of every
// row, but lets SQLite use the key instead of reading a whole table.
var searched = map[string]string{
	"grades":  " AND metric IN (SELECT name FROM metric)",
	"results": " AND plugin IN (SELECT name FROM algorithm)",
}

// RowsOf returns the rows of a view that are about a puzzle, none if there is no such puzzle.
func (d *Desk) RowsOf(ctx context.Context, view string, id int64) (*Table, error) {
	return d.Query(ctx, fmt.Sprintf("SELECT * FROM %s WHERE puzzle_id = %d%s", view, id, searched[view]))
}

// Tag gives a tag to the puzzles of which a condition holds, or takes it away, and returns how many they are.
func (d *Desk) Tag(ctx context.Context, tag, where string, remove bool) (int, error) {
	n := 0
	err := d.within(ctx, importTime, func(ctx context.Context) error {
		defer d.changed()
		ids, err := library.Chosen(ctx, d.Env, nil, where, false)
		if err != nil {
			return err
		}
		n = len(ids)
		return library.Tag(ctx, d.Env, tag, ids, remove)
	})
	return n, err
}

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
