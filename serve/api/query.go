package api

import (
	"bytes"
	"context"
	"encoding/csv"
	"net/http"
	"net/url"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
)

// renderedTable writes a table as records.
func renderedTable(w *Wanted, t *desk.Table) (*answer, error) {
	var b bytes.Buffer
	switch w.format() {
	case "ndjson":
		for _, row := range t.Rows {
			if err := t.Object(&b, row); err != nil {
				return nil, err
			}
			b.WriteByte('\n')
		}
		return &answer{ContentType: "application/x-ndjson", Body: b.Bytes()}, nil
	case "csv", "latex":
		out := csv.NewWriter(&b)
		out.Write(t.Columns)
		out.WriteAll(t.Texts())
		out.Flush()
		if out.Error() != nil {
			return nil, out.Error()
		}
		return table(w, b.Bytes())
	}
	text, err := t.MarshalJSON()
	return &answer{ContentType: "application/json", Body: append(text, '\n')}, err
}

func (a *api) query() {
	huma.Register(a.huma, operation[map[string]any](a.huma, http.MethodGet, "/query", "query",
		"read-only SQL on the views of docs/store.md"),
		func(ctx context.Context, in *struct {
			Wanted
			SQL   string `query:"sql" required:"true" example:"SELECT verdict, count(*) FROM puzzles GROUP BY 1"`
			After int    `query:"after" minimum:"0" doc:"rows behind which the answer begins, see the header Link"`
		}) (*answer, error) {
			t, err := a.desk.RunSQL(ctx, in.SQL, in.After)
			if err != nil {
				return nil, a.failed(err)
			}
			out, err := renderedTable(&in.Wanted, t)
			if err == nil && t.Cut {
				out.Link = a.next("/query", url.Values{"sql": {in.SQL}, "after": {strconv.Itoa(in.After + len(t.Rows))}}.Encode())
			}
			return out, err
		})
}
