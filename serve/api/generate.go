package api

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
	"github.com/sudokuctl/sudokuctl/work/record"
)

func (a *api) generate() {
	op := described(a, desk.Generating)
	op.Description += " As NDJSON or events (puzzle, failure, state) each is sent as soon as it is made."
	op.Responses["200"].Content["text/event-stream"] = &huma.MediaType{Schema: &huma.Schema{Type: "string"}}
	huma.Register(a.huma, op, func(_ context.Context, in *struct {
		Wanted
		Body desk.Order
	}) (*huma.StreamResponse, error) {
		return &huma.StreamResponse{Body: func(c huma.Context) {
			r, w := humago.Unwrap(c)
			switch {
			case in.Format == "" && strings.Contains(in.Accept, "text/event-stream"):
				a.generateEvents(r, w, &in.Body)
			case in.format() == "ndjson":
				a.generateLines(r, w, &in.Body)
			default:
				a.generateAll(r, w, in.Wanted, &in.Body)
			}
		}}, nil
	})
}

// generateAll answers when all are made, or all that can be.
func (a *api) generateAll(r *http.Request, w http.ResponseWriter, wanted Wanted, o *desk.Order) {
	made, err := a.desk.Generated(r.Context(), o)
	if err != nil && len(made) == 0 {
		problem.Of(err, a.desk.Options.Log).Write(w)
		return
	}
	out, err := rendered(&wanted, made)
	if err != nil {
		problem.Of(err, a.desk.Options.Log).Write(w)
		return
	}
	w.Header().Set("Content-Type", out.ContentType)
	w.Write(out.Body)
}

// generateLines sends a line for each puzzle; if fewer can be made than were ordered, the last line is the problem.
func (a *api) generateLines(r *http.Request, w http.ResponseWriter, o *desk.Order) {
	var s *stream
	line := func(v any) error {
		text, err := json.Marshal(v)
		if err != nil {
			return err
		}
		if s == nil {
			s = newStream(w, "application/x-ndjson")
		}
		return s.send(string(text) + "\n")
	}
	err := a.desk.Generate(r.Context(), o, func(m record.Made) error { return line(m) })
	switch {
	case err != nil && s == nil:
		problem.Of(err, a.desk.Options.Log).Write(w)
	case err != nil:
		line(problem.Of(err, a.desk.Options.Log))
	}
}

// GeneratedRecord ends a stream of puzzles. Its keys are stable.
type GeneratedRecord struct {
	Made    int `json:"made"`
	Ordered int `json:"ordered"`
}

// generateEvents sends an event for each puzzle.
func (a *api) generateEvents(r *http.Request, w http.ResponseWriter, o *desk.Order) {
	var s *stream
	made := 0
	err := a.desk.Generate(r.Context(), o, func(m record.Made) error {
		if s == nil {
			s = newStream(w, "text/event-stream")
		}
		made++
		return s.event("", "puzzle", m)
	})
	if s == nil {
		problem.Of(err, a.desk.Options.Log).Write(w)
		return
	}
	if err != nil {
		s.event("", "failure", problem.Of(err, a.desk.Options.Log))
	}
	s.event("", "state", GeneratedRecord{made, o.Number})
}
