package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
)

func (a *api) compute() {
	each(a, "solve", "solve puzzles", a.Solve)
	each(a, "grade", "measure how difficult puzzles are", a.Grade)
	each(a, "check", "say whether puzzles are valid, unique and minimal", a.Check)
	each(a, "explain", "solve step by step as a person would: the steps of each puzzle, then how they ended", a.Explain)
	each(a, "hint", "the next step", a.Hint)
	each(a, "steps", "all steps that are possible in a state of a puzzle, the easiest first", a.Steps)
	each(a, "candidates", "which candidates of a puzzle are in a solution, and in how many", a.Candidates)
	huma.Register(a.huma, huma.Operation{OperationID: "convert", Method: http.MethodPost, Path: desk.APIPath + "/convert",
		Summary: "write puzzles in another format", MaxBodyBytes: maxBody, SkipValidateBody: true,
		Errors: []int{http.StatusBadRequest}, Responses: map[string]*huma.Response{"200": {Description: "a file in the format", Content: map[string]*huma.MediaType{"text/plain": {Schema: &huma.Schema{Type: "string"}}}}}},
		func(ctx context.Context, in *struct {
			To      string `query:"to" default:"line" doc:"format, see docs/formats.md"`
			RawBody []byte `contentType:"text/plain" doc:"puzzles in any format"`
		}) (*answer, error) {
			out, err := a.Convert(ctx, in.To, in.RawBody)
			if err != nil {
				return nil, a.failed(err)
			}
			return &answer{ContentType: "text/plain; charset=utf-8", Body: out}, nil
		})
	a.generate()
}

// each adds an operation that computes records for puzzles.
func each[T any](a *api, name, summary string, do func(context.Context, *desk.Asked) ([]T, error)) {
	huma.Register(a.huma, operation[T](a.huma, http.MethodPost, "/"+name, name, summary), func(ctx context.Context, in *struct {
		Wanted
		Body desk.Asked
	}) (*answer, error) {
		records, err := do(ctx, &in.Body)
		if err != nil {
			return nil, a.failed(err)
		}
		return rendered(&in.Wanted, records)
	})
}
