package work

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// A RunRequest asks for puzzles to be solved and graded, and for everything to be stored.
type RunRequest struct {
	Command string   // as the run is recorded, "run" if empty
	Inputs  []*Input // imported first; what a run is about are their puzzles
	Stored  *Stored  // what the run is about instead, if there are no inputs
	Solvers []string
	Graders []string
	sudoku.Ask
	Keep bool // ask for nothing that another program of a plugin's version has answered with the same settings

	solvers, graders []choice // see Choose
	chosen           bool
}

// Choose opens the plugins that the request names: by id, or tag:NAME for all that have a tag; "none" alone is no plugin. One
// that is both solver and grader is opened once. One that is not there, or cannot do what is asked of it, is an error. Run
// does this first unless it has been done.
func (req *RunRequest) Choose(ctx context.Context, env *Env) (err error) {
	if req.solvers, err = env.choose(ctx, req.Solvers, sudoku.PowerSolve, nil); err != nil {
		return err
	}
	if req.graders, err = env.choose(ctx, req.Graders, sudoku.PowerGrade, req.solvers); err != nil {
		return err
	}
	req.Solvers, req.Graders, req.chosen = ids(req.solvers), ids(req.graders), true
	return nil
}

// Stored picks puzzles that the library has already. The zero Stored means all of them.
type Stored struct {
	Where  string // "" or a condition, which is judged once, when the run begins
	Source int64  // 0 or the source that the puzzles are from
}

// selection returns what a run on stored puzzles is about.
func (s *Stored) selection(ctx context.Context, env *Env) (store.Selection, error) {
	switch {
	case s.Source != 0:
		return store.Selection{Sources: []int64{s.Source}}, nil
	case s.Where == "":
		return store.Selection{}, nil
	}
	ids, err := Chosen(ctx, env, nil, s.Where, false)
	if ids == nil {
		ids = []int64{}
	}
	return store.Selection{Puzzles: ids}, err
}

// RunResult is what a run came to.
type RunResult struct {
	Run    int64
	State  string // store.StateDone, StateInterrupted or StateFailed
	Bad    int    // records of the inputs that were left out
	Tasks  []*TaskRecord
	Failed []error // of plugins that could not go on or owe answers; the others did

	Disagreements []DisagreementRecord // puzzles of the run of which solvers say contradictory things, some of them
	Disputed      int                  // how many there are
}

// Run imports the puzzles of the inputs, solves them with every solver and grades them with every grader.
// What an earlier run did with the same plugin, version and settings is not done again, unless it is not bundled and its program
// has changed. If ctx ends, what was
// done is stored, and the State is StateInterrupted. The result is nil only if nothing was begun.
func Run(ctx context.Context, env *Env, req RunRequest, progress Progress) (*RunResult, error) {
	if !req.chosen {
		if err := req.Choose(ctx, env); err != nil {
			return nil, err
		}
	}
	r := newRunning(env, &req, progress, &RunResult{}, store.Selection{Sources: []int64{}})
	for i, in := range req.Inputs {
		done, err := Import(ctx, env.Store, ImportRequest{Input: in, More: i+1 < len(req.Inputs)}, progress)
		if err != nil {
			return nil, err
		}
		progress.Report(done)
		r.result.Bad += done.Bad
		r.selection.Sources = append(r.selection.Sources, done.Source)
	}
	var err error
	if req.Stored != nil {
		if r.selection, err = req.Stored.selection(ctx, env); err != nil {
			return nil, err
		}
		if r.selection.Puzzles != nil && len(r.selection.Puzzles) == 0 {
			return nil, RequestErrorf("no puzzle of %s fits %q", env.Database, req.Stored.Where)
		}
	}
	record := store.NewRun(cmp.Or(req.Command, "run"))
	record.Version, record.Seed, record.Options = env.Version, req.Seed, req.options(env.Database)
	if r.result.Run, err = env.Store.StartRun(ctx, record, r.selection); err != nil {
		return nil, err
	}
	progress.Report(Started{r.result.Run})
	return r.result, r.all(ctx)
}

// options are what a run stores and a resumed run takes up again.
func (req *RunRequest) options(database string) map[string]any {
	inputs := []string{}
	for _, in := range req.Inputs {
		inputs = append(inputs, in.String())
	}
	return map[string]any{
		"input": inputs, "solvers": req.Solvers, "graders": req.Graders, "limit": req.Limit,
		"timeout": req.Timeout.String(), "jobs": req.Workers, "database": database, "keep": req.Keep,
	}
}

// request returns what a stored run was asked for, the inputs aside.
func request(run *store.Run) (*RunRequest, error) {
	text, err := json.Marshal(run.Options)
	if err != nil {
		return nil, err
	}
	var stored struct {
		Solvers, Graders []string
		Limit            int
		Workers          int `json:"jobs"`
		Timeout          string
		Keep             bool
	}
	if err := json.Unmarshal(text, &stored); err != nil {
		return nil, err
	}
	timeout, err := time.ParseDuration(cmp.Or(stored.Timeout, "0s"))
	return &RunRequest{Solvers: stored.Solvers, Graders: stored.Graders, Ask: sudoku.Ask{Limit: stored.Limit,
		Timeout: timeout, Workers: stored.Workers, Seed: run.Seed}, Keep: stored.Keep}, err
}

// Resume goes on with a run that was interrupted or killed, the newest one if id is 0, with what it was asked
// for. A run that is done comes back as it is; it is nil if id is 0 and every run that can go on is done.
func Resume(ctx context.Context, env *Env, id int64, progress Progress) (*RunResult, error) {
	run, selection, err := env.Store.Run(ctx, id)
	if errors.Is(err, store.ErrNotFound) && id == 0 {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	result := &RunResult{Run: run.ID, State: run.State}
	if run.State == store.StateDone {
		return result, nil
	}
	if !run.Resumable() {
		return nil, RequestErrorf("run %d is of the command %s, which does not go on where it ended: begin it anew", run.ID, run.Command)
	}
	req, err := request(&run)
	if err != nil {
		return nil, fmt.Errorf("resuming run %d: %w", run.ID, err)
	}
	if err := req.Choose(ctx, env); err != nil {
		return nil, err
	}
	if err := env.Store.SetRunState(ctx, run.ID, store.StateRunning); err != nil {
		return nil, err
	}
	progress.Report(Started{run.ID})
	return result, newRunning(env, req, progress, result, selection).all(ctx)
}

// running is a run under way.
type running struct {
	env       *Env
	req       *RunRequest
	selection store.Selection
	progress  Progress
	result    *RunResult
	begun     []*task                      // that have their plugin, or had it
	counted   map[job.Plugin]time.Duration // CPU time of plugins that is recorded
	solved    *buffer[store.Answered]      // of the task whose turn it is
	graded    *buffer[store.Graded]
}

func newRunning(env *Env, req *RunRequest, progress Progress, result *RunResult, s store.Selection) *running {
	return &running{env: env, req: req, selection: s, progress: progress, result: result, counted: map[job.Plugin]time.Duration{},
		solved: newBuffer[store.Answered](), graded: newBuffer[store.Graded]()}
}

// all does the tasks and records how the run ended.
func (r *running) all(ctx context.Context) error {
	err := r.tasks(ctx)
	r.result.State = store.StateDone
	switch {
	case ctx.Err() != nil:
		r.result.State = store.StateInterrupted
	case err != nil || len(r.result.Failed) > 0:
		r.result.State = store.StateFailed
	}
	if err == nil {
		err = r.indexMetrics(ctx)
	}
	if err == nil {
		r.result.Disagreements, r.result.Disputed, err = disputed(ctx, r.env, r.result.Run)
	}
	return cmp.Or(err, r.env.Store.SetRunState(context.WithoutCancel(ctx), r.result.Run, r.result.State))
}

// tasks does every task. A plugin that fails does not stop the others.
func (r *running) tasks(ctx context.Context) error {
	var tasks []*task
	for _, of := range []struct {
		plugins []choice
		kind    job.Kind
	}{{r.req.solvers, job.Solve}, {r.req.graders, job.Grade}} {
		for _, c := range of.plugins {
			t := &task{running: r, choice: c, Task: job.Task{Kind: of.kind}}
			if err := t.attempt(ctx, t.begin(ctx)); err != nil {
				return err
			}
			if tasks = append(tasks, t); t.failed == nil {
				r.begun = append(r.begun, t)
			}
		}
	}
	err := r.claimed(ctx, r.begun)
	for _, t := range tasks {
		if t.failed != nil {
			r.result.Failed = append(r.result.Failed, t.failed)
		}
	}
	return err
}

// indexMetrics makes questions about the metric of the levels and about techniques fast, once
// somebody measures them.
func (r *running) indexMetrics(ctx context.Context) error {
	var known []string
	err := r.env.Store.SQL(ctx, "SELECT DISTINCT metric FROM metrics", func(_ []string, v []any) error {
		name := v[0].(string)
		if len(r.env.Levels) > 0 && name == r.env.Levels[0].Metric || name == "techniques" {
			known = append(known, name)
		}
		return nil
	})
	if err != nil || known == nil {
		return err
	}
	return r.env.Store.IndexMetrics(ctx, known...)
}
