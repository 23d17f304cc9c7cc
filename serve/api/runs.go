package api

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
	"github.com/sudokuctl/sudokuctl/serve/internal/jobs"
	"github.com/sudokuctl/sudokuctl/work/run"
)

// runs adds the operations on runs and plugins.
func (a *api) runs() {
	list[run.Record](a, "/runs", "list-runs", "runs, the newest first",
		func(ctx context.Context, in *struct {
			Wanted
			After int64 `query:"after" minimum:"0" doc:"run behind which the page begins, see the header Link"`
			Limit int   `query:"limit" default:"100" minimum:"1" maximum:"10000"`
		}) ([]run.Record, url.Values, error) {
			runs, next, err := a.desk.Runs(ctx, in.After, in.Limit)
			if next == 0 {
				return runs, nil, err
			}
			return runs, url.Values{"after": {strconv.FormatInt(next, 10)}, "limit": {strconv.Itoa(in.Limit)}}, err
		})
	one(a, operation(http.MethodGet, "/runs/{id}", "get-run", "a run and its tasks"),
		func(ctx context.Context, in *ByID) (map[string]any, error) {
			run, tasks, err := a.desk.Run(ctx, in.ID)
			j, lanes := a.desk.Jobs.Of(in.ID), []jobs.ProgressRecord{}
			if j != nil {
				lanes = append(lanes, j.Lanes()...)
			}
			return map[string]any{"run": run, "tasks": tasks, "here": j != nil, "lanes": lanes}, err
		})
	list[desk.Candidate](a, "/plugins", "list-plugins", "what may be a plugin, and why each is used or not",
		func(_ context.Context, _ *struct{ Wanted }) ([]desk.Candidate, url.Values, error) {
			return a.desk.Plugins(), nil, nil
		})
	a.plugin(http.MethodGet, "/plugins/{id}", "get-plugin",
		"what is known of a plugin; what it declares is null until it was started here", false)
	a.events()
	if a.desk.Options.NoCompute {
		return
	}
	a.plugin(http.MethodPost, "/plugins/{id}/start", "start-plugin", "start a plugin that was found, to read what it declares", true)
	if a.desk.Options.ReadOnly {
		return
	}
	starting(a, "/runs", "start-run", "import puzzles, solve and grade them, and store everything",
		func(ctx context.Context, in *struct{ Body desk.RunOrder }) (int64, error) {
			return a.desk.StartRun(ctx, &in.Body)
		})
	starting(a, "/runs/{id}/cancel", "cancel-run", "cancel a run",
		func(_ context.Context, in *ByID) (int64, error) { return in.ID, a.desk.CancelRun(in.ID) })
	starting(a, "/runs/{id}/resume", "resume-run", "resume a run",
		func(ctx context.Context, in *ByID) (int64, error) { return a.desk.ResumeRun(ctx, in.ID) })
}

func (a *api) plugin(method, path, id, summary string, start bool) {
	one(a, operation(method, path, id, summary), func(ctx context.Context, in *struct {
		ID string `path:"id" example:"dlx"`
	}) (*desk.PluginDetail, error) {
		return a.desk.Plugin(ctx, in.ID, start)
	})
}

type startedAnswer struct {
	Location string `header:"Location"`
	Body     *desk.StartedRecord
}

// starting adds an operation that answers with the number of a run under way.
func starting[I any](a *api, path, id, summary string, do func(context.Context, *I) (int64, error)) {
	op := operation(http.MethodPost, path, id, summary)
	op.DefaultStatus = http.StatusAccepted
	huma.Register(a.huma, op, func(ctx context.Context, in *I) (*startedAnswer, error) {
		run, err := do(ctx, in)
		if err != nil {
			return nil, a.failed(err)
		}
		return &startedAnswer{a.desk.Path(fmt.Sprintf("%s/runs/%d", desk.APIPath, run)), &desk.StartedRecord{Run: run}}, nil
	})
}
