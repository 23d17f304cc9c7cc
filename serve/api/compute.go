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
		Summary: "write puzzles in another format, print them or draw one", MaxBodyBytes: maxBody, SkipValidateBody: true,
		Errors: []int{http.StatusBadRequest}, Responses: files()},
		func(ctx context.Context, in *struct {
			To string `query:"to" default:"line" doc:"format: one of docs/formats.md or pdf; of one puzzle svg or png"`
			desk.Printing
			RawBody []byte `contentType:"text/plain" doc:"puzzles in any format"`
		}) (*answer, error) {
			out, err := a.desk.Convert(ctx, in.To, &in.Printing, in.RawBody)
			if err != nil {
				return nil, a.failed(err)
			}
			return &answer{ContentType: desk.MediaType(in.To), Body: out}, nil
		})
	a.generate()
}

// files are what operations answer that write puzzles in any format.
func files() map[string]*huma.Response {
	binary := &huma.Schema{Type: "string", Format: "binary"}
	return map[string]*huma.Response{"200": {Description: "a file in the format", Content: map[string]*huma.MediaType{
		"text/plain": {Schema: &huma.Schema{Type: "string"}}, "image/svg+xml": {Schema: &huma.Schema{Type: "string"}},
		"image/png": {Schema: binary}, "application/pdf": {Schema: binary}}}}
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
