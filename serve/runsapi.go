package serve

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
)

// RunOrder asks for a run. Its keys are stable.
type RunOrder struct {
	Puzzles   string   `json:"puzzles,omitempty" doc:"in any format; they are stored"`
	Sample    string   `json:"sample,omitempty" doc:"a set of puzzles inside the program" example:"famous"`
	Solvers   []string `json:"solvers,omitempty"`
	Graders   []string `json:"graders,omitempty"`
	Limit     int      `json:"limit,omitempty" minimum:"0" default:"2"`
	TimeoutMs int64    `json:"timeout_ms,omitempty" minimum:"0" doc:"for each puzzle"`
	Seed      uint64   `json:"seed,omitempty"`
}

// StartedRecord is a run under way. Its keys are stable.
type StartedRecord struct {
	Run int64 `json:"run"`
}

const selectRuns = "SELECT id, command, state, started, ended, seconds, version, git_commit, go_version, os, cpu, cores, seed, options FROM runs"

func (s *Server) runsAPI(a huma.API) {
	huma.Register(a, operation[map[string]any](a, http.MethodGet, "/runs", "list-runs", "runs, the newest first: the view runs of docs/store.md"),
		func(ctx context.Context, in *struct{ Wanted }) (*answer, error) {
			return s.tableAnswer(ctx, &in.Wanted, selectRuns+" ORDER BY id DESC")
		})
	huma.Register(a, one[map[string]any](http.MethodGet, "/runs/{id}", "get-run", "a run and its tasks"),
		func(ctx context.Context, in *struct {
			ID int64 `path:"id" minimum:"1"`
		}) (*answer, error) {
			run, tasks, err := s.run(ctx, in.ID)
			if err != nil {
				return nil, s.failed(err)
			}
			text, err := json.Marshal(map[string]any{"run": run, "tasks": tasks, "here": s.jobs.of(in.ID) != nil})
			return &answer{ContentType: "application/json", Body: append(text, '\n')}, err
		})
	huma.Register(a, huma.Operation{OperationID: "watch-run", Method: http.MethodGet, Path: apiPath + "/runs/{id}/events",
		Summary: "events of a run that was started here, as server-sent events: progress, failure, state",
		Responses: map[string]*huma.Response{"200": {Description: "events", Content: map[string]*huma.MediaType{
			"text/event-stream": {Schema: &huma.Schema{Type: "string"}}}}}},
		func(ctx context.Context, in *struct {
			ID   int64  `path:"id" minimum:"1"`
			Last string `header:"Last-Event-ID" doc:"events behind this one are sent again"`
		}) (*huma.StreamResponse, error) {
			j := s.jobs.of(in.ID)
			if j == nil {
				return nil, newProblem(http.StatusNotFound, fmt.Sprintf("run %d was not started here", in.ID))
			}
			last, _ := strconv.Atoi(in.Last)
			return &huma.StreamResponse{Body: func(c huma.Context) { s.stream(c, j, last) }}, nil
		})
	huma.Register(a, operation[Candidate](a, http.MethodGet, "/plugins", "list-plugins", "what may be a plugin, and why each is used or not"),
		func(ctx context.Context, in *struct{ Wanted }) (*answer, error) {
			return rendered(&in.Wanted, s.candidates())
		})
	s.queryAPI(a)
	if s.options.ReadOnly || s.options.NoCompute {
		return
	}
	start := one[*StartedRecord](http.MethodPost, "/runs", "start-run", "import puzzles, solve and grade them, and store everything")
	start.DefaultStatus = http.StatusAccepted
	huma.Register(a, start, func(ctx context.Context, in *struct{ Body RunOrder }) (*startedAnswer, error) {
		run, err := s.startRun(ctx, &in.Body)
		return s.started(run, err)
	})
	for _, verb := range []string{"cancel", "resume"} {
		op := one[*StartedRecord](http.MethodPost, "/runs/{id}/"+verb, verb+"-run", verb+" a run")
		op.DefaultStatus = http.StatusAccepted
		huma.Register(a, op, func(ctx context.Context, in *struct {
			ID int64 `path:"id" minimum:"1"`
		}) (*startedAnswer, error) {
			run, err := in.ID, error(nil)
			if verb == "cancel" {
				err = s.cancelRun(run)
			} else {
				run, err = s.resumeRun(ctx, run)
			}
			return s.started(run, err)
		})
	}
}

type startedAnswer struct {
	Location string `header:"Location"`
	Body     *StartedRecord
}

func (s *Server) started(run int64, err error) (*startedAnswer, error) {
	if err != nil {
		return nil, s.failed(err)
	}
	return &startedAnswer{s.path(fmt.Sprintf("%s/runs/%d", apiPath, run)), &StartedRecord{run}}, nil
}

func (s *Server) tableAnswer(ctx context.Context, w *Wanted, sql string) (*answer, error) {
	t, err := s.query(ctx, sql)
	if err != nil {
		return nil, s.failed(err)
	}
	return t.rendered(w)
}

// run returns a run and what each plugin did in it.
func (s *Server) run(ctx context.Context, id int64) (run, tasks *table, err error) {
	if run, err = s.query(ctx, fmt.Sprintf("%s WHERE id = %d", selectRuns, id)); err != nil {
		return nil, nil, err
	}
	if len(run.Rows) == 0 {
		return nil, nil, newProblem(http.StatusNotFound, fmt.Sprintf("no run %d", id))
	}
	tasks, err = s.query(ctx, fmt.Sprintf(`SELECT plugin, version, kind, puzzles, max_solutions, timeout_ms, wall_ns, cpu_ns,
		rss_max_bytes FROM tasks WHERE run = %d`, id))
	return run, tasks, err
}

func (s *Server) startRun(ctx context.Context, o *RunOrder) (int64, error) {
	if err := s.usable(append(append([]string{}, o.Solvers...), o.Graders...)...); err != nil {
		return 0, err
	}
	if len(o.Solvers)+len(o.Graders) == 0 {
		return 0, newProblem(http.StatusBadRequest, "a run needs a solver or a grader")
	}
	var inputs []*work.Input
	if o.Sample != "" {
		in, err := work.ParseInput(work.SamplePrefix+o.Sample, nil)
		if err != nil {
			return 0, err
		}
		inputs = append(inputs, in)
	}
	if strings.TrimSpace(o.Puzzles) != "" {
		inputs = append(inputs, work.TextInput(o.Puzzles))
	}
	if inputs == nil {
		return 0, newProblem(http.StatusBadRequest, "a run needs puzzles or a sample")
	}
	req := work.RunRequest{Inputs: inputs, Solvers: o.Solvers, Graders: o.Graders, Ask: sudoku.Ask{Limit: o.Limit, Seed: o.Seed,
		Timeout: time.Duration(o.TimeoutMs) * time.Millisecond}}
	return s.jobs.start(ctx, func(ctx context.Context, tell work.Progress) (*work.RunResult, error) {
		return work.Run(ctx, s.env, req, tell)
	})
}

func (s *Server) resumeRun(ctx context.Context, id int64) (int64, error) {
	run, _, err := s.env.Store.Run(ctx, id)
	if err != nil {
		return 0, err
	}
	if j := s.jobs.of(id); run.State == "done" || j != nil && !j.ended() {
		return 0, newProblem(http.StatusConflict, fmt.Sprintf("run %d is %s", id, run.State))
	}
	return s.jobs.start(ctx, func(ctx context.Context, tell work.Progress) (*work.RunResult, error) {
		return work.Resume(ctx, s.env, id, tell)
	})
}

func (s *Server) cancelRun(id int64) error {
	j := s.jobs.of(id)
	if j == nil {
		return newProblem(http.StatusNotFound, fmt.Sprintf("run %d was not started here", id))
	}
	j.cancel()
	return nil
}

func (j *job) ended() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.over
}

// Times of a stream.
const (
	heartbeat = 15 * time.Second
	sendTime  = 10 * time.Second // for one event; who reads slower is left
	reconnect = 2000             // milliseconds
)

// stream sends the events of a job until it ends or the client leaves.
func (s *Server) stream(c huma.Context, j *job, last int) {
	r, w := humago.Unwrap(c)
	select {
	case s.jobs.streams <- struct{}{}:
		defer func() { <-s.jobs.streams }()
	default:
		w.Header().Set("Retry-After", retryAfter)
		http.Error(w, fmt.Sprintf("%d streams are open, which is the most; ask for the run instead", maxStreams), http.StatusServiceUnavailable)
		return
	}
	out := http.NewResponseController(w)
	w.Header().Set("Content-Type", "text/event-stream")
	send := func(text string) bool {
		out.SetWriteDeadline(time.Now().Add(sendTime))
		_, err := fmt.Fprint(w, text)
		return err == nil && out.Flush() == nil
	}
	if !send(fmt.Sprintf("retry: %d\n\n", reconnect)) {
		return
	}
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for {
		events, over, more := j.since(last)
		for _, e := range events {
			if !send(fmt.Sprintf("id: %d\nevent: %s\ndata: %s\n\n", e.ID, e.Kind, e.Data)) {
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
			if !send(": still here\n\n") {
				return
			}
		case <-r.Context().Done():
			return
		}
	}
}

// Candidate is what "sudokuctl plugin list" says of something that may be a plugin.
type Candidate struct {
	ID       string `json:"id"`
	Kind     string `json:"kind"`
	Origin   string `json:"origin"`
	Path     string `json:"path"`
	Rejected string `json:"rejected"`
	Used     bool   `json:"used"`
}

func (s *Server) candidates() (all []Candidate) {
	for _, c := range s.options.Find() {
		all = append(all, Candidate{c.ID, c.Kind, string(c.Origin), c.Path, c.Rejected, c.Rejected == ""})
	}
	return all
}
