package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
	"github.com/sudokuctl/sudokuctl/serve/internal/jobs"
	"github.com/sudokuctl/sudokuctl/work/job"
	"github.com/sudokuctl/sudokuctl/work/run"
)

func (a *api) runs() {
	huma.Register(a.huma, operation[run.Record](a.huma, http.MethodGet, "/runs", "list-runs", "runs, the newest first"),
		func(ctx context.Context, in *struct {
			Wanted
			After int64 `query:"after" minimum:"0" doc:"run behind which the page begins, see the header Link"`
			Limit int   `query:"limit" default:"100" minimum:"1" maximum:"10000"`
		}) (*answer, error) {
			runs, next, err := a.desk.Runs(ctx, in.After, in.Limit)
			if err != nil {
				return nil, a.failed(err)
			}
			out, err := rendered(&in.Wanted, runs)
			if err == nil && next != 0 {
				out.Link = a.next("/runs", fmt.Sprintf("after=%d&limit=%d", next, in.Limit))
			}
			return out, err
		})
	huma.Register(a.huma, one[map[string]any](http.MethodGet, "/runs/{id}", "get-run", "a run and its tasks"),
		func(ctx context.Context, in *struct {
			ID int64 `path:"id" minimum:"1" example:"1"`
		}) (*answer, error) {
			run, tasks, err := a.desk.Run(ctx, in.ID)
			if err != nil {
				return nil, a.failed(err)
			}
			text, err := json.Marshal(runDetail(run, tasks, a.desk.Jobs.Of(in.ID)))
			return &answer{ContentType: "application/json", Body: append(text, '\n')}, err
		})
	huma.Register(a.huma, one[[]job.Standing](http.MethodGet, "/plans", "list-plans", "how far plans for many machines are"),
		func(ctx context.Context, _ *struct{}) (*answer, error) {
			plans, err := a.desk.Standings(ctx)
			if err != nil {
				return nil, a.failed(err)
			}
			text, err := json.Marshal(plans)
			return &answer{ContentType: "application/json", Body: append(text, '\n')}, err
		})
	a.events()
	if a.desk.Options.ReadOnly || a.desk.Options.NoCompute {
		return
	}
	start := one[*desk.StartedRecord](http.MethodPost, "/runs", "start-run",
		"import puzzles, solve and grade them, and store everything")
	start.DefaultStatus = http.StatusAccepted
	huma.Register(a.huma, start, func(ctx context.Context, in *struct{ Body desk.RunOrder }) (*startedAnswer, error) {
		run, err := a.desk.StartRun(ctx, &in.Body)
		return a.started(run, err)
	})
	for _, verb := range []string{"cancel", "resume"} {
		op := one[*desk.StartedRecord](http.MethodPost, "/runs/{id}/"+verb, verb+"-run", verb+" a run")
		op.DefaultStatus = http.StatusAccepted
		huma.Register(a.huma, op, func(ctx context.Context, in *struct {
			ID int64 `path:"id" minimum:"1" example:"1"`
		}) (*startedAnswer, error) {
			run, err := in.ID, error(nil)
			if verb == "cancel" {
				err = a.desk.CancelRun(run)
			} else {
				run, err = a.desk.ResumeRun(ctx, run)
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
	return &startedAnswer{a.desk.Path(fmt.Sprintf("%s/runs/%d", desk.APIPath, run)), &desk.StartedRecord{Run: run}}, nil
}

// runDetail is a run with its tasks and, if it was started here, how far they are.
func runDetail(run, tasks *desk.Table, j *jobs.Job) map[string]any {
	detail := map[string]any{"run": run, "tasks": tasks, "here": j != nil, "lanes": []jobs.ProgressRecord{}}
	if j != nil {
		detail["lanes"] = append([]jobs.ProgressRecord{}, j.Lanes()...)
	}
	return detail
}
