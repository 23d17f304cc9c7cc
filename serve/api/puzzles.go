package api

import (
	"bytes"
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
	"github.com/sudokuctl/sudokuctl/work/library"
)

func (a *api) puzzles() {
	huma.Register(a.huma, operation[*library.ListRecord](a.huma, http.MethodGet, "/puzzles", "list-puzzles", "puzzles of the library"),
		func(ctx context.Context, in *struct {
			Wanted
			desk.ListQuery
		}) (*answer, error) {
			records, next, err := a.desk.Page(ctx, &in.ListQuery)
			if err != nil {
				return nil, a.failed(err)
			}
			out, err := rendered(&in.Wanted, records)
			if err == nil && next != 0 {
				out.Link = a.next("/puzzles", in.Next(next))
			}
			return out, err
		})
	huma.Register(a.huma, huma.Operation{OperationID: "export-puzzles", Method: http.MethodGet, Path: desk.APIPath + "/puzzles/export",
		Summary: "puzzles of the library as a file, or printed", Errors: []int{http.StatusBadRequest}, Responses: files()},
		func(_ context.Context, in *desk.ExportQuery) (*huma.StreamResponse, error) {
			return &huma.StreamResponse{Body: func(c huma.Context) {
				r, w := humago.Unwrap(c)
				if err := a.desk.Export(r.Context(), w, in); err != nil {
					problem.Of(err, a.desk.Options.Log).Write(w)
				}
			}}, nil
		})
	huma.Register(a.huma, one[*library.ListRecord](http.MethodGet, "/puzzles/{id}", "get-puzzle", "a puzzle of the library"),
		func(ctx context.Context, in *struct {
			ID int64 `path:"id" minimum:"1" example:"1"`
		}) (*body[*library.ListRecord], error) {
			listed, err := a.desk.Show(ctx, in.ID)
			if err != nil {
				return nil, a.failed(err)
			}
			return &body[*library.ListRecord]{library.NewListRecord(listed, a.desk.Env.Levels)}, nil
		})
	for _, view := range desk.PuzzleViews {
		huma.Register(a.huma, operation[map[string]any](a.huma, http.MethodGet, "/puzzles/{id}/"+view,
			"list-puzzle-"+view, view+" of a puzzle"),
			func(ctx context.Context, in *struct {
				Wanted
				ID int64 `path:"id" minimum:"1" example:"1"`
			}) (*answer, error) {
				t, err := a.desk.View(ctx, view, in.ID)
				if err != nil {
					return nil, a.failed(err)
				}
				return renderedTable(&in.Wanted, t)
			})
	}
	huma.Register(a.huma, one[*desk.FacetsRecord](http.MethodGet, "/facets", "count-facets",
		"how many puzzles there are of each kind"),
		func(ctx context.Context, in *struct {
			Where string `query:"where" doc:"condition on puzzles" example:"clues <= 30"`
		}) (*body[*desk.FacetsRecord], error) {
			f, err := a.desk.Facets(ctx, in.Where)
			if err != nil {
				return nil, a.failed(err)
			}
			return &body[*desk.FacetsRecord]{&desk.FacetsRecord{Puzzles: f.Puzzles, Approximate: f.Sampled, Counts: f.Counts}}, nil
		})
	huma.Register(a.huma, one[*library.SpreadRecord](http.MethodGet, "/values", "count-values",
		"how the values of a metric are spread, a histogram; read for a second at most"),
		func(ctx context.Context, in *struct {
			Metric string `query:"metric" required:"true" example:"information_entropy"`
			Where  string `query:"where" doc:"condition on puzzles" example:"clues <= 30"`
			Bins   int    `query:"bins" minimum:"1" maximum:"200" default:"20" doc:"at most about as many"`
		}) (*body[*library.SpreadRecord], error) {
			r, err := a.desk.Values(ctx, in.Metric, in.Where, in.Bins, desk.ValuesTime)
			return found(a, r, err)
		})
	read := one[*desk.ReadRecord](http.MethodPost, "/read", "read-puzzles", "read puzzles in any format")
	read.SkipValidateBody = true
	huma.Register(a.huma, read, func(_ context.Context, in *struct {
		RawBody []byte `contentType:"text/plain" doc:"a file, a picture of a forum, a link, rows of a spreadsheet: whatever the command line reads"`
	}) (*body[*desk.ReadRecord], error) {
		r, err := desk.Read(bytes.NewReader(in.RawBody))
		return found(a, r, err)
	})
	if a.desk.Options.ReadOnly {
		return
	}
	add := one[*desk.ImportRecord](http.MethodPost, "/puzzles", "import-puzzles", "store puzzles")
	add.MaxBodyBytes, add.SkipValidateBody = maxImport, true
	huma.Register(a.huma, add, func(ctx context.Context, in *struct {
		Name    string   `query:"name" default:"upload" doc:"what the file is called"`
		Licence string   `query:"licence" doc:"SPDX identifier or words"`
		Tags    []string `query:"tag,explode" doc:"for each puzzle"`
		RawBody []byte   `contentType:"text/plain" doc:"puzzles in any format"`
	}) (*body[*desk.ImportRecord], error) {
		record, err := a.desk.Import(ctx, in.Name, in.Licence, in.Tags, in.RawBody)
		return found(a, record, err)
	})
	for _, method := range []string{http.MethodPost, http.MethodDelete} {
		id := map[string]string{http.MethodPost: "add-tag", http.MethodDelete: "remove-tag"}[method]
		huma.Register(a.huma, one[*desk.TaggedRecord](method, "/tags/{tag}", id,
			"tag the puzzles of which a condition holds, or take the tag away"),
			func(ctx context.Context, in *struct {
				Tag   string `path:"tag" example:"favourite"`
				Where string `query:"where" required:"true" example:"id == 1"`
			}) (*body[*desk.TaggedRecord], error) {
				n, err := a.desk.Tag(ctx, in.Tag, in.Where, method == http.MethodDelete)
				return found(a, &desk.TaggedRecord{Puzzles: n}, err)
			})
	}
}

// one is an operation that answers with one record.
func one[T any](method, path, id, summary string) huma.Operation {
	return huma.Operation{OperationID: id, Method: method, Path: desk.APIPath + path, Summary: summary, MaxBodyBytes: maxBody,
		Errors: []int{http.StatusBadRequest, http.StatusUnauthorized, http.StatusNotFound, http.StatusServiceUnavailable}}
}

// body is an answer of one record.
type body[T any] struct{ Body T }
