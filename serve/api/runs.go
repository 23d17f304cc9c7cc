package api

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/sudokuctl/sudokuctl/core/picture"
	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
	"github.com/sudokuctl/sudokuctl/work/library"
	"github.com/sudokuctl/sudokuctl/work/run"
)

// runs adds the operations on runs and plugins.
func (a *api) runs() {
	get[run.Record](a, "/runs", "list-runs", "runs, the newest first",
		func(ctx context.Context, in *struct {
			Wanted
			After int64 `query:"after" minimum:"0" doc:"run behind which the page begins, see the header Link"`
			Limit int   `query:"limit" default:"100" minimum:"1" maximum:"10000"`
		}) (any, url.Values, error) {
			runs, next, err := a.desk.Runs(ctx, in.After, in.Limit)
			if next == 0 {
				return runs, nil, err
			}
			return runs, url.Values{"after": {strconv.FormatInt(next, 10)}, "limit": {strconv.Itoa(in.Limit)}}, err
		})
	one(a, operation(http.MethodGet, "/runs/{id}", "get-run", "a run and its tasks"),
		func(ctx context.Context, in *ByID) (map[string]any, error) {
			run, tasks, err := a.desk.Run(ctx, in.ID)
			j, lanes := a.desk.Jobs.Of(in.ID), []desk.ProgressRecord{}
			if j != nil {
				lanes = append(lanes, j.Lanes()...)
			}
			return map[string]any{"run": run, "tasks": tasks, "here": j != nil, "lanes": lanes}, err
		})
	get[desk.Candidate](a, "/plugins", "list-plugins", "what may be a plugin, and why each is used or not",
		func(_ context.Context, _ *struct{ Wanted }) (any, url.Values, error) {
			return a.desk.Plugins(), nil, nil
		})
	a.plugin(http.MethodGet, "/plugins/{id}", "get-plugin",
		"what is known of a plugin; what it declares is null until it was started here", false)
	a.events()
	if a.desk.Options.NoCompute {
		return
	}
	a.plugin(http.MethodPost, "/plugins/{id}/start", "start-plugin",
		"start a plugin that was found, to read what it declares", true)
	if a.desk.Options.ReadOnly {
		return
	}
	starting(a, "/runs", "start-run", "import puzzles, solve and grade them, and store everything",
		func(ctx context.Context, in *struct{ Body desk.RunOrder }) (int64, error) {
			return a.desk.StartRun(ctx, &in.Body)
		})
	starting(a, "/runs/{id}/cancel", "cancel-run", "cancel a run",
		func(ctx context.Context, in *ByID) (int64, error) { return a.desk.CancelRun(ctx, in.ID) })
	starting(a, "/runs/{id}/resume", "resume-run", "resume a run",
		func(ctx context.Context, in *ByID) (int64, error) { return a.desk.ResumeRun(ctx, in.ID) })
}

// plugin registers an operation about one plugin.
func (a *api) plugin(method, path, id, summary string, start bool) {
	one(a, operation(method, path, id, summary), func(ctx context.Context, in *struct {
		ID string `path:"id" example:"dlx"`
	}) (*desk.PluginDetail, error) {
		return a.desk.Plugin(ctx, in.ID, start)
	})
}

// startedAnswer is the answer about a new run, with its address.
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

// charts adds the operations that compare solvers, and those that draw.
func (a *api) charts() {
	get[library.CompareRecord](a, "/compare", "compare", "what solvers did in runs, as the command compare has it",
		func(ctx context.Context, in *struct {
			Wanted
			desk.Compared
		}) (any, url.Values, error) {
			c, err := a.desk.Compare(ctx, in.Runs, in.Ref)
			if err != nil {
				return nil, nil, err
			}
			return c.Records, nil, nil
		})
	get[library.DisagreementRecord](a, "/disagreements", "list-disagreements",
		"puzzles of which solvers say contradictory things", func(ctx context.Context, in *struct {
			Wanted
			desk.Compared
			After int64 `query:"after" minimum:"0" doc:"id of the puzzle behind which the page begins, see the header Link"`
			Limit int   `query:"limit" default:"100" minimum:"1" maximum:"10000"`
		}) (any, url.Values, error) {
			c, err := a.desk.Compare(ctx, in.Runs, in.Ref)
			if err != nil {
				return nil, nil, err
			}
			page, more := disagreements(c.Disagreements, in.After, in.Limit)
			if !more {
				return page, nil, nil
			}
			v := in.Values()
			v.Set("after", strconv.FormatInt(page[len(page)-1].ID, 10))
			v.Set("limit", strconv.Itoa(in.Limit))
			return page, v, nil
		})
	for _, kind := range desk.CompareCharts {
		draw(a, kind, func(ctx context.Context, in *struct{ desk.Compared }) (*picture.Picture, error) {
			c, err := a.desk.Compare(ctx, in.Runs, in.Ref)
			if err != nil {
				return nil, err
			}
			return c.Chart(library.ChartRequest{Kind: kind, Title: in.Title, Y: in.Against, Mark: a.desk.Mark})
		})
	}
	draw(a, "histogram", func(ctx context.Context, in *struct {
		Metric string `query:"metric" example:"information_entropy"`
		Where  string `query:"where" doc:"condition on puzzles"`
		Title  string `query:"title" doc:"of the chart, instead of one that names the metric"`
	}) (*picture.Picture, error) {
		s, err := library.Spread(ctx, a.desk.Env, library.SpreadRequest{Metric: in.Metric, Where: in.Where, Bins: desk.Bins,
			Budget: desk.ValuesTime})
		if err != nil {
			return nil, err
		}
		return a.desk.Histogram(ctx, s, in.Title, 0, nil)
	})
}

// draw adds the operation that draws a kind of chart.
func draw[I any](a *api, kind string, find func(context.Context, *I) (*picture.Picture, error)) {
	huma.Register(a.huma, huma.Operation{OperationID: "draw-" + kind, Method: http.MethodGet,
		Path: desk.APIPath + "/charts/" + kind + ".svg", Summary: "a chart as SVG", Errors: []int{http.StatusBadRequest},
		Responses: map[string]*huma.Response{"200": {Description: "a picture",
			Content: map[string]*huma.MediaType{"image/svg+xml": {}}}}},
		func(ctx context.Context, in *I) (*answer, error) {
			p, err := find(ctx, in)
			if err != nil {
				return nil, a.failed(err)
			}
			return &answer{ContentType: "image/svg+xml", Body: []byte(p.SVG())}, nil
		})
}

// disagreements returns a page in the order of puzzles, and whether there are others behind it.
func disagreements(all []library.DisagreementRecord, after int64,
	limit int) (page []library.DisagreementRecord, more bool) {
	page = slices.DeleteFunc(slices.Clone(all), func(d library.DisagreementRecord) bool { return d.ID <= after })
	slices.SortFunc(page, func(x, y library.DisagreementRecord) int { return cmp.Compare(x.ID, y.ID) })
	return page[:min(limit, len(page))], len(page) > limit
}

// Times of a stream.
const (
	heartbeat = 15 * time.Second
	sendTime  = 10 * time.Second // for one message; who reads slower is left
	reconnect = 2000             // milliseconds
)

// stream is a body that is sent message by message.
type stream struct {
	to  io.Writer
	out *http.ResponseController
}

// newStream begins an answer of a type.
func newStream(w http.ResponseWriter, kind string) *stream {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("X-Accel-Buffering", "no") // a proxy passes on what it has
	return &stream{w, http.NewResponseController(w)}
}

// send sends a text, within the time for a message.
func (s *stream) send(text string) error {
	// A client that reads no further is dropped.
	if err := s.out.SetWriteDeadline(time.Now().Add(sendTime)); err != nil {
		return err
	}
	if _, err := io.WriteString(s.to, text); err != nil {
		return err
	}
	return s.out.Flush()
}

// event sends an event.
func (s *stream) event(id, kind string, data any) error {
	text, err := json.Marshal(data)
	if err != nil {
		return err
	}
	if id != "" {
		id = "id: " + id + "\n"
	}
	return s.send(fmt.Sprintf("%sevent: %s\ndata: %s\n\n", id, kind, text))
}

// events registers the events of runs.
func (a *api) events() {
	huma.Register(a.huma, huma.Operation{OperationID: "watch-run", Method: http.MethodGet,
		Path: desk.APIPath + "/runs/{id}/events",
		Summary: "events of a run as server-sent events: progress, failure, state; " +
			"of a run that was not started here the state as it is, once",
		Responses: map[string]*huma.Response{"200": {Description: "events", Content: map[string]*huma.MediaType{
			"text/event-stream": {Schema: &huma.Schema{Type: "string"}}}},
			"204": {Description: "the run has ended, and there are no further events"}}},
		func(ctx context.Context, in *struct {
			ID   int64  `path:"id" minimum:"1" example:"1"`
			Last string `header:"Last-Event-ID" doc:"events behind this one are sent"`
		}) (*huma.StreamResponse, error) {
			run, _, err := a.desk.Run(ctx, in.ID)
			if err != nil {
				return nil, a.failed(err)
			}
			return &huma.StreamResponse{Body: func(c huma.Context) {
				r, w := humago.Unwrap(c)
				if j := a.desk.Jobs.Of(in.ID); j != nil {
					a.watch(r, w, j, in.Last)
					return
				}
				elsewhere(w, in.ID, run.Text(0, "state"), in.Last)
			}}, nil
		})
}

// elsewhere tells the state of a run that another process does, or did; a browser asks again.
func elsewhere(w http.ResponseWriter, run int64, state, last string) {
	id := "state-" + state
	if last == id && state != desk.StateRunning {
		w.WriteHeader(http.StatusNoContent) // so that it asks no more
		return
	}
	s := newStream(w, "text/event-stream")
	if s.send(fmt.Sprintf("retry: %d\n\n", reconnect)) == nil {
		s.event(id, "state", desk.StateRecord{Run: run, State: state})
	}
}

// watch sends the events of a job until it ends or the client leaves.
func (a *api) watch(r *http.Request, w http.ResponseWriter, j *desk.Job, last string) {
	events, over, more := j.Since(last)
	if over && len(events) == 0 {
		w.WriteHeader(http.StatusNoContent) // so that a browser asks no more
		return
	}
	select {
	case a.desk.Jobs.Streams <- struct{}{}:
		defer func() { <-a.desk.Jobs.Streams }()
	default:
		p := problem.Newf(http.StatusServiceUnavailable,
			"%d streams are open, which is the most; ask for the run instead", desk.MaxStreams)
		p.Retry = true
		p.Write(w)
		return
	}
	s := newStream(w, "text/event-stream")
	if s.send(fmt.Sprintf("retry: %d\n\n", reconnect)) != nil {
		return
	}
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for {
		for _, e := range events {
			if s.event(e.ID, e.Kind, e.Data) != nil {
				return
			}
			last = e.ID
		}
		if over {
			return
		}
		select {
		case <-more:
		case <-beat.C:
			if s.send(": still here\n\n") != nil {
				return
			}
		case <-r.Context().Done():
			return
		}
		events, over, more = j.Since(last)
	}
}
