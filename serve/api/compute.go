package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
)

func (a *api) compute() {
	for _, v := range desk.Verbs {
		verb(a, v)
	}
	huma.Register(a.huma, huma.Operation{OperationID: "convert", Method: http.MethodPost, Path: desk.APIPath + "/convert",
		Summary: "write puzzles in another format", MaxBodyBytes: maxBody, SkipValidateBody: true,
		Errors: []int{http.StatusBadRequest}, Responses: map[string]*huma.Response{"200": {Description: "a file in the format", Content: map[string]*huma.MediaType{"text/plain": {Schema: &huma.Schema{Type: "string"}}}}}},
		func(ctx context.Context, in *struct {
			To      string `query:"to" default:"line" doc:"format, see docs/formats.md"`
			RawBody []byte `contentType:"text/plain" doc:"puzzles in any format"`
		}) (*answer, error) {
			out, err := a.desk.Convert(ctx, in.To, in.RawBody)
			if err != nil {
				return nil, a.failed(err)
			}
			return &answer{ContentType: "text/plain; charset=utf-8", Body: out}, nil
		})
	a.generate()
}

// verb adds the operation of a verb about puzzles.
func verb(a *api, v desk.Verb[desk.Asked]) {
	huma.Register(a.huma, described(a, v), func(ctx context.Context, in *struct {
		Wanted
		Body desk.Asked
	}) (*answer, error) {
		records, err := v.Do(ctx, a.desk, &in.Body)
		if err != nil {
			return nil, a.failed(err)
		}
		return rendered(&in.Wanted, records)
	})
}

// described returns the operation of a verb, and keeps its examples.
func described[Q any](a *api, v desk.Verb[Q]) huma.Operation {
	a.examples[v.Name] = v.Examples
	op := recordsOperation(a.huma, v.Record, http.MethodPost, "/"+v.Name, v.Name, v.Title)
	op.Description = v.About
	return op
}
