package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
)

func (a *api) runs() {
	huma.Register(a.huma, operation[map[string]any](a.huma, http.MethodGet, "/runs", "list-runs", "runs, the newest first: the view runs of docs/store.md"),
		func(ctx context.Context, in *struct{ Wanted }) (*answer, error) {
			t, err := a.Runs(ctx)
			if err != nil {
				return nil, a.failed(err)
			}
			return renderedTable(&in.Wanted, t)
		})
	huma.Register(a.huma, one[map[string]any](http.MethodGet, "/runs/{id}", "get-run", "a run and its tasks"),
		func(ctx context.Context, in *struct {
			ID int64 `path:"id" minimum:"1"`
		}) (*answer, error) {
			run, tasks, err := a.Run(ctx, in.ID)
			if err != nil {
				return nil, a.failed(err)
			}
			text, err := json.Marshal(map[string]any{"run": run, "tasks": tasks, "here": a.Jobs.Of(in.ID) != nil})
			return &answer{ContentType: "application/json", Body: append(text, '\n')}, err
		})
	huma.Register(a.huma, huma.Operation{OperationID: "watch-run", Method: http.MethodGet, Path: desk.APIPath + "/runs/{id}/events",
		Summary: "events of a run that was started here, as server-sent events: progress, failure, state",
		Responses: map[string]*huma.Response{"200": {Description: "events", Content: map[string]*huma.MediaType{
			"text/event-stream": {Schema: &huma.Schema{Type: "string"}}}}}},
		func(ctx context.Context, in *struct {
			ID   int64  `path:"id" minimum:"1"`
			Last string `header:"Last-Event-ID" doc:"events behind this one are sent again"`
		}) (*huma.StreamResponse, error) {
			j := a.Jobs.Of(in.ID)
			if j == nil {
				return nil, problem.New(http.StatusNotFound, fmt.Sprintf("run %d was not started here", in.ID))
			}
			last, _ := strconv.Atoi(in.Last)
			return &huma.StreamResponse{Body: func(c huma.Context) { a.stream(c, j, last) }}, nil
		})
	huma.Register(a.huma, operation[desk.Candidate](a.huma, http.MethodGet, "/plugins", "list-plugins", "what may be a plugin, and why each is used or not"),
		func(ctx context.Context, in *struct{ Wanted }) (*answer, error) {
			return rendered(&in.Wanted, a.Candidates())
		})
	a.query()
	if a.ReadOnly || a.NoCompute {
		return
	}
	start := one[*desk.StartedRecord](http.MethodPost, "/runs", "start-run", "import puzzles, solve and grade them, and store everything")
	start.DefaultStatus = http.StatusAccepted
	huma.Register(a.huma, start, func(ctx context.Context, in *struct{ Body desk.RunOrder }) (*startedAnswer, error) {
		run, err := a.StartRun(ctx, &in.Body)
		return a.started(run, err)
	})
	for _, verb := range []string{"cancel", "resume"} {
		op := one[*desk.StartedRecord](http.MethodPost, "/runs/{id}/"+verb, verb+"-run", verb+" a run")
		op.DefaultStatus = http.StatusAccepted
		huma.Register(a.huma, op, func(ctx context.Context, in *struct {
			ID int64 `path:"id" minimum:"1"`
		}) (*startedAnswer, error) {
			run, err := in.ID, error(nil)
			if verb == "cancel" {
				err = a.CancelRun(run)
			} else {
				run, err = a.ResumeRun(ctx, run)
			}
			return a.started(run, err)
		})
	}
}

type startedAnswer struct {
	Location string `header:"Location"`
	Body     *desk.StartedRecord
}

func (a *api) started(run int64, err error) (*startedAnswer, error) {
	if err != nil {
		return nil, a.failed(err)
	}
	return &startedAnswer{a.Path(fmt.Sprintf("%s/runs/%d", desk.APIPath, run)), &desk.StartedRecord{Run: run}}, nil
}
