package api

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
	"github.com/sudokuctl/sudokuctl/work/record"
)

// compute registers the verbs.
func (a *api) compute() {
	computing(a, desk.Solving)
	computing(a, desk.Grading)
	computing(a, desk.Checking)
	computing(a, desk.Canonicals)
	computing(a, desk.Candidates)
	computing(a, desk.Explaining)
	computing(a, desk.Hinting)
	computing(a, desk.Steps)
	huma.Register(a.huma, huma.Operation{OperationID: "convert", Method: http.MethodPost, Path: desk.APIPath + "/convert",
		Summary:      "write puzzles in another format, print them or draw one",
		MaxBodyBytes: maxBody, BodyReadTimeout: alreadyRead, SkipValidateBody: true,
		Errors: []int{http.StatusBadRequest}, Responses: files()},
		func(ctx context.Context, in *struct {
			To string `query:"to" default:"line" doc:"format: one of docs/formats.md or pdf; of one puzzle svg"`
			desk.Printing
			RawBody []byte `contentType:"text/plain" doc:"puzzles in any format"`
		}) (*answer, error) {
			out, err := a.desk.Convert(ctx, in.To, &in.Printing, in.RawBody)
			if err != nil {
				return nil, a.failed(err)
			}
			return &answer{ContentType: desk.MediaType(in.To), Body: out}, nil
		})
	op := a.records(described(a, desk.Generating), reflect.TypeFor[record.Made]())
	op.Description += " As NDJSON or events (puzzle, failure, state) each is sent as soon as it is made."
	op.Responses["200"].Content["text/event-stream"] = &huma.MediaType{Schema: &huma.Schema{Type: "string"}}
	huma.Register(a.huma, op, func(_ context.Context, in *struct {
		Wanted
		Body desk.Order
	}) (*huma.StreamResponse, error) {
		return &huma.StreamResponse{Body: func(c huma.Context) {
			r, w := humago.Unwrap(c)
			events := in.Format == "" && strings.Contains(in.Accept, "text/event-stream")
			var err error
			if events || in.format() == "ndjson" {
				err = a.generate(r.Context(), w, &in.Body, events)
			} else {
				err = a.generateAll(r.Context(), w, &in.Body, in.format())
			}
			if err != nil {
				problem.Of(err, a.desk.Options.Log).Write(w)
			}
		}}, nil
	})
}

// computing adds the operation of a verb about puzzles.
func computing[Q any](a *api, v desk.Verb[Q]) {
	list(a, described(a, v), v.Record, "", func(ctx context.Context, in *struct {
		Wanted
		Body Q
	}) (any, url.Values, error) {
		records, err := v.Do(ctx, a.desk, &in.Body)
		return records, nil, err
	})
}

// files are what operations answer that write puzzles in any format.
func files() map[string]*huma.Response {
	return map[string]*huma.Response{"200": {Description: "a file in the format", Content: map[string]*huma.MediaType{
		"text/plain": {Schema: &huma.Schema{Type: "string"}}, "image/svg+xml": {Schema: &huma.Schema{Type: "string"}},
		"application/pdf": {Schema: &huma.Schema{Type: "string", Format: "binary"}}}}}
}

// described returns the operation of a verb, and keeps its examples.
func described[Q any](a *api, v desk.Verb[Q]) huma.Operation {
	a.examples[v.Name] = v.Examples
	op := operation(http.MethodPost, "/"+v.Name, v.Name, v.Title)
	op.Description = v.About
	_, members := v.Names()
	op.Metadata = map[string]any{membersKey: members}
	return op
}

// generateAll answers when all are made, or all that can be.
func (a *api) generateAll(ctx context.Context, w http.ResponseWriter, o *desk.Order, format string) error {
	made, err := a.desk.Generated(ctx, o)
	if err != nil && len(made) == 0 {
		return err
	}
	out, err := rendered(format, made)
	if err == nil {
		w.Header().Set("Content-Type", out.ContentType)
		w.Write(out.Body)
	}
	return err
}

// generate sends a line for each puzzle, and the problem at the end if fewer can be made than were ordered; or an event
// for each of these, and one that counts them. If it returns an error, nothing has been sent.
func (a *api) generate(ctx context.Context, w http.ResponseWriter, o *desk.Order, events bool) error {
	var s *stream
	send := func(kind string, v any) error {
		if events {
			return s.event("", kind, v)
		}
		text, err := json.Marshal(v)
		if err != nil {
			return err
		}
		return s.send(string(text) + "\n")
	}
	made := 0
	err := a.desk.Generate(ctx, o, func(m record.Made) error {
		if made++; made == 1 {
			s = newStream(w, map[bool]string{true: "text/event-stream", false: "application/x-ndjson"}[events])
		}
		return send("puzzle", m)
	})
	if made == 0 {
		return err
	}
	if err != nil {
		send("failure", problem.Of(err, a.desk.Options.Log))
	}
	if events {
		send("state", map[string]int{"made": made, "ordered": o.Number})
	}
	return nil
}

// describe adds examples to the description.
func (a *api) describe() {
	const classic, small = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
		"2.14........4..2"
	a.examples["start-run"] = map[string]any{
		"puzzles":  map[string]any{"puzzles": small, "solvers": []string{"dlx"}, "limit": 2},
		"a sample": map[string]any{"sample": "famous", "solvers": []string{"entropybt"}, "timeout_ms": 5000},
	}
	a.examples["convert"] = map[string]any{"a puzzle": classic}
	a.examples["read-puzzles"] = map[string]any{"rows of a forum": "2.|14\n..|..\n-----\n..|..\n4.|.2\n"}
	a.examples["import-puzzles"] = map[string]any{"two puzzles": classic + "\n" + small + "\n"}
	a.examples["add-play"] = map[string]any{"a play": map[string]any{"puzzle": classic,
		"player": "0f5c6b7a8d9e4f10213243546576879a", "seconds": 412, "solved": true, "checks": 1}}
	for _, path := range a.huma.OpenAPI().Paths {
		op := path.Post
		if op == nil || op.RequestBody == nil {
			continue
		}
		for _, content := range op.RequestBody.Content {
			content.Examples = map[string]*huma.Example{}
			for name, value := range a.examples[op.OperationID] {
				content.Examples[name] = &huma.Example{Summary: name, Value: value}
			}
		}
	}
}
