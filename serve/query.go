package serve

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// Bounds of a query.
const (
	queryTime = 5 * time.Second
	queryRows = 10_000
	queryCell = 64 << 10 // bytes of a value that are shown
)

// table is what a query has found.
type table struct {
	Columns []string
	Rows    [][]any
	Cut     bool // there are more rows
}

var errRows = errors.New("enough rows")

// query runs a reading query within bounds.
func (s *Server) query(ctx context.Context, sql string) (*table, error) {
	bounded, cancel := context.WithTimeout(ctx, queryTime)
	defer cancel()
	t := &table{}
	err := s.env.Store.SQL(bounded, sql, func(columns []string, values []any) error {
		if t.Columns == nil {
			t.Columns = append(t.Columns, columns...)
		}
		if len(t.Rows) == queryRows {
			t.Cut = true
			return errRows
		}
		row := make([]any, len(values))
		for i, v := range values {
			row[i] = shown(v)
		}
		t.Rows = append(t.Rows, row)
		return nil
	})
	switch {
	case errors.Is(err, errRows):
		return t, nil
	case bounded.Err() != nil && ctx.Err() == nil:
		return nil, newProblem(http.StatusBadRequest, fmt.Sprintf("the query took more than %v; \"sudokuctl db sql\" has no limit", queryTime))
	}
	return t, err
}

// shown is a value as JSON can hold it, cut if it is very long.
func shown(v any) any {
	switch v := v.(type) {
	case []byte:
		return fmt.Sprintf("%X", v[:min(len(v), queryCell/2)])
	case string:
		return v[:min(len(v), queryCell)]
	case time.Time:
		return v.UTC().Format(time.DateTime)
	}
	return v
}

// cells returns the texts of a row.
func (t *table) cells(row []any) []string {
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

// Texts returns the texts of all rows.
func (t *table) Texts() [][]string {
	texts := make([][]string, len(t.Rows))
	for i, row := range t.Rows {
		texts[i] = t.cells(row)
	}
	return texts
}

// MarshalJSON writes the rows as objects whose keys are in the order of the columns.
func (t *table) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('[')
	for i, row := range t.Rows {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := t.object(&b, row); err != nil {
			return nil, err
		}
	}
	b.WriteByte(']')
	return b.Bytes(), nil
}

func (t *table) object(b *bytes.Buffer, row []any) error {
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

func (t *table) rendered(w *Wanted) (*answer, error) {
	var b bytes.Buffer
	switch w.format() {
	case "ndjson":
		for _, row := range t.Rows {
			if err := t.object(&b, row); err != nil {
				return nil, err
			}
			b.WriteByte('\n')
		}
		return &answer{ContentType: "application/x-ndjson", Body: b.Bytes()}, nil
	case "csv":
		out := csv.NewWriter(&b)
		out.Write(t.Columns)
		for _, row := range t.Rows {
			out.Write(t.cells(row))
		}
		out.Flush()
		return &answer{ContentType: "text/csv; charset=utf-8", Body: b.Bytes()}, out.Error()
	}
	text, err := t.MarshalJSON()
	return &answer{ContentType: "application/json", Body: append(text, '\n')}, err
}

func (s *Server) queryAPI(a huma.API) {
	if s.options.NoSQL {
		return
	}
	huma.Register(a, operation[map[string]any](a, http.MethodGet, "/query", "query", "read-only SQL on the views of docs/store.md"),
		func(ctx context.Context, in *struct {
			Wanted
			SQL string `query:"sql" required:"true" example:"SELECT verdict, count(*) FROM puzzles GROUP BY 1"`
		}) (*answer, error) {
			t, err := s.runSQL(ctx, in.SQL)
			if err != nil {
				return nil, s.failed(err)
			}
			return t.rendered(&in.Wanted)
		})
}

// runSQL runs a query that a person wrote, whose faults are hers.
func (s *Server) runSQL(ctx context.Context, sql string) (*table, error) {
	release, err := s.slots.take(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	t, err := s.query(ctx, sql)
	var told *problem
	if err != nil && !errors.As(err, &told) {
		return nil, newProblem(http.StatusBadRequest, err.Error())
	}
	return t, err
}
