// Package run has plugins solve and grade puzzles and stores all that they answer: the main job, with the library as its ledger.
//
//   - [Run] begins a run and [Resume] goes on with one; a running is one under way.
//   - A task is what one plugin does in it: to solve, or to grade, all puzzles that it has not done. Tasks take turns, portion by
//     portion, so that every puzzle is read once.
//   - A buffer holds answers until there are enough for a transaction.
//   - [Bench] measures solvers on the same puzzles.
package run

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/library"
)

// A Request asks for puzzles to be solved and graded, and for everything to be stored.
type Request struct {
	Command string         // as the run is recorded, "run" if empty
	Inputs  []*input.Input // imported first; what a run is about are their puzzles
	Stored  *Stored        // what the run is about instead, if there are no inputs
	Solvers []string
	Graders []string
	runner.Ask
	Keep bool // ask for nothing that another program of a plugin's version has answered with the same settings

	solvers, graders []work.Choice // see Choose
	chosen           bool
}

// Choose opens the plugins that the request names: by id, or tag:NAME for all that have a tag; "none" alone is no plugin. One
// that is both solver and grader is opened once. One that is not there, or cannot do what is asked of it, is an error. Run
// does this first unless it has been done.
func (req *Request) Choose(ctx context.Context, env *work.Env) (err error) {
	open := map[string]work.Plugin{}
	if req.solvers, err = env.Choose(ctx, req.Solvers, sudoku.PowerSolve, open); err != nil {
		return err
	}
	if req.graders, err = env.Choose(ctx, req.Graders, sudoku.PowerGrade, open); err != nil {
		return err
	}
	req.Solvers, req.Graders, req.chosen = ids(req.solvers), ids(req.graders), true
	return nil
}

func ids(choices []work.Choice) []string {
	ids := []string{}
	for _, c := range choices {
		ids = append(ids, c.ID)
	}
	return ids
}

// Result is the end of a run: its number, and a summary of each of its tasks.
type Result struct {
	Run    int64
	State  string // store.StateDone, StateInterrupted or StateFailed
	Bad    int    // records of the inputs that were left out
	Tasks  []*TaskRecord
	Failed []error // of plugins that could not go on or owe answers; the others did

	Disagreements []library.DisagreementRecord // puzzles of the run of which solvers say contradictory things, some of them
	Disputed      int                          // how many there are
}

// Run imports the puzzles of the inputs, solves them with every solver and grades them with every grader. Answers of an
// earlier run with the same plugin, version and settings are not computed again, unless the program of a plugin that is
// not bundled has changed. If ctx ends, all finished work is stored, and the State is StateInterrupted. The result is
// nil only if nothing was begun.
func Run(ctx context.Context, env *work.Env, req Request, progress work.Progress) (*Result, error) {
	if !req.chosen {
		if err := req.Choose(ctx, env); err != nil {
			return nil, err
		}
	}
	r := newRunning(env, &req, progress, &Result{}, store.Selection{Sources: []int64{}})
	err := r.takeInputs(ctx)
	if err != nil {
		return nil, err
	}
	if req.Stored != nil {
		if r.selection, err = req.Stored.selection(ctx, env); err != nil {
			return nil, err
		}
		if r.selection.Puzzles != nil && len(r.selection.Puzzles) == 0 {
			return nil, work.RequestErrorf("no puzzle of %s fits %q", env.Database, req.Stored.Where)
		}
	}
	record := store.NewRun(cmp.Or(req.Command, "run"))
	record.Version, record.Seed, record.Options = env.Version, req.Seed, req.options(env.Database)
	if r.result.Run, err = env.Store.StartRun(ctx, record, r.selection); err != nil {
		return nil, err
	}
	progress.Report(work.Started{Run: r.result.Run})
	if err = r.all(ctx); r.unreadable != nil {
		return nil, r.unreadable
	}
	return r.result, err
}

// options are what a run stores and a resumed run takes up again.
func (req *Request) options(database string) map[string]any {
	inputs := []string{}
	for _, in := range req.Inputs {
		inputs = append(inputs, in.String())
	}
	return map[string]any{
		"input": inputs, "solvers": req.Solvers, "graders": req.Graders, "limit": req.Limit,
		"timeout": req.Timeout.String(), "jobs": req.Workers, "database": database, "keep": req.Keep,
	}
}

// request returns what a stored run was asked for, with its inputs if they have not been read.
func request(run *store.Run, unread bool) (*Request, error) {
	text, err := json.Marshal(run.Options)
	if err != nil {
		return nil, err
	}
	var stored struct {
		Input            []string
		Solvers, Graders []string
		Limit            int
		Workers          int `json:"jobs"`
		Timeout          string
		Keep             bool
	}
	if err := json.Unmarshal(text, &stored); err != nil {
		return nil, err
	}
	var inputs []*input.Input
	for i := 0; unread && i < len(stored.Input); i++ {
		in, err := input.Parse(stored.Input[i], nil)
		if err != nil {
			return nil, err
		}
		inputs = append(inputs, in)
	}
	timeout, err := time.ParseDuration(cmp.Or(stored.Timeout, "0s"))
	return &Request{Inputs: inputs, Solvers: stored.Solvers, Graders: stored.Graders, Ask: runner.Ask{Limit: stored.Limit,
		Timeout: timeout, Workers: stored.Workers, Seed: run.Seed}, Keep: stored.Keep}, err
}

// Resume goes on with a run that was interrupted or killed, the newest one if id is 0, with its own request. A run that
// is done comes back as it is; it is nil if id is 0 and every run that can go on is done.
func Resume(ctx context.Context, env *work.Env, id int64, progress work.Progress) (*Result, error) {
	run, selection, err := env.Store.Run(ctx, id)
	if errors.Is(err, store.ErrNotFound) && id == 0 {
		return nil, unfinishedShard(ctx, env.Store)
	}
	if err != nil {
		return nil, err
	}
	result := &Result{Run: run.ID, State: run.State}
	if run.State == store.StateDone {
		return result, nil
	}
	if j := jobOf(&run); j != nil {
		return nil, j.notResumed(run.ID)
	}
	if !run.Resumable() {
		return nil,
			work.RequestErrorf("run %d is of the command %s, which does not go on where it ended: begin it anew", run.ID, run.Command)
	}
	req, err := request(&run, selection.Unread)
	if err != nil {
		return nil, fmt.Errorf("resuming run %d: %w", run.ID, err)
	}
	if err := req.Choose(ctx, env); err != nil {
		return nil, err
	}
	if err := env.Store.SetRunState(ctx, run.ID, store.StateRunning); err != nil {
		return nil, err
	}
	progress.Report(work.Started{Run: run.ID})
	return result, newRunning(env, req, progress, result, selection).all(ctx)
}

// running is a run under way.
type running struct {
	env       *work.Env
	req       *Request
	selection store.Selection
	progress  work.Progress
	result    *Result
	todo      store.Selection               // what of the selection may be left
	begun     []*task                       // that have their plugin, or had it
	counted   map[work.Plugin]time.Duration // CPU time of plugins that is recorded
	solved    *buffer[store.Answered]       // of the task whose turn it is
	graded    *buffer[store.Graded]

	sums       []string // checksums of the inputs, nil if they are not known
	unreadable error    // why an input cannot be read
}

func newRunning(env *work.Env, req *Request, progress work.Progress, result *Result, s store.Selection) *running {
	return &running{env: env, req: req, selection: s, progress: progress, result: result, counted: map[work.Plugin]time.Duration{},
		solved: newBuffer[store.Answered](), graded: newBuffer[store.Graded]()}
}

// all does the tasks and records how the run ended.
func (r *running) all(ctx context.Context) error {
	r.todo = r.selection
	err := r.tasks(ctx)
	r.result.State = endState(ctx, cmp.Or(err, errors.Join(r.result.Failed...)))
	if err == nil {
		err = r.indexMetrics(ctx)
	}
	if err == nil {
		r.result.Disagreements, r.result.Disputed, err = library.Disputed(ctx, r.env, r.result.Run)
	}
	return cmp.Or(err, r.env.Store.SetRunState(context.WithoutCancel(ctx), r.result.Run, r.result.State))
}

// endState is the state of a run that ends with an error or nil.
func endState(ctx context.Context, err error) string {
	switch {
	case ctx.Err() != nil:
		return store.StateInterrupted
	case err != nil:
		return store.StateFailed
	}
	return store.StateDone
}

// tasks does every task. A plugin that fails does not stop the others.
func (r *running) tasks(ctx context.Context) error {
	var tasks []*task
	for _, of := range []struct {
		plugins []work.Choice
		kind    sudoku.Power
	}{{r.req.solvers, sudoku.PowerSolve}, {r.req.graders, sudoku.PowerGrade}} {
		for _, c := range of.plugins {
			t := &task{run: r, id: c.ID, plugin: c.Plugin, job: JobTask{Kind: of.kind}}
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
	wanted := []string{store.TechniquesMetric}
	if len(r.env.Levels) > 0 {
		wanted = append(wanted, r.env.Levels[0].Metric)
	}
	const query = "SELECT DISTINCT metric, EXISTS (SELECT 1 FROM puzzle_constraint) FROM metrics"
	err := r.env.Store.SQL(ctx, query, func(_ []string, v []any) error {
		name := v[0].(string)
		beside := v[1] == int64(1) && len(wanted) > 1 && name == store.BesideConstraints(wanted[1])
		if beside || slices.Contains(wanted, name) {
			known = append(known, name)
		}
		return nil
	})
	if err != nil || known == nil {
		return err
	}
	return r.env.Store.IndexMetrics(ctx, known...)
}

// Stored picks puzzles that the library has already. The zero Stored means all of them.
type Stored struct {
	Where  string // "" or a condition, which is judged once, when the run begins
	Source int64  // 0 or the source that the puzzles are from
}

// selection returns what a run on stored puzzles is about.
func (s *Stored) selection(ctx context.Context, env *work.Env) (store.Selection, error) {
	switch {
	case s.Source != 0:
		return store.Selection{Sources: []int64{s.Source}}, nil
	case s.Where == "":
		return store.Selection{}, nil
	}
	ids, err := library.Chosen(ctx, env, nil, s.Where, false)
	if ids == nil {
		ids = []int64{}
	}
	return store.Selection{Puzzles: ids}, err
}

// Record is a run of the library, as runs prints it and the API answers it. Its keys are stable.
type Record struct {
	Run       int64    `json:"run"`
	Command   string   `json:"command"`
	State     string   `json:"state"`
	Started   string   `json:"started"`
	Seconds   float64  `json:"seconds"` // 0 until it ends
	Puzzles   int64    `json:"puzzles"` // answers of the plugin that answered most
	Plugins   []string `json:"plugins"`
	PerSecond float64  `json:"per_second_wall"` // answers of all plugins per second at work
	Load      *float64 `json:"load"`            // the load average when it began, null if it is not known
}

// List returns all runs, the newest first. Those that were killed are shown as interrupted.
func List(ctx context.Context, env *work.Env) (runs []Record, err error) {
	killed, err := env.Store.Killed(ctx)
	if err != nil {
		return nil, err
	}
	return runs, env.Store.SQL(ctx, `SELECT r.id, r.command, r.state, r.started, coalesce(r.seconds, 0.0), coalesce(max(t.puzzles), 0),
		coalesce(group_concat(DISTINCT t.plugin), ''), coalesce(sum(t.puzzles) * 1e9 / nullif(sum(t.wall_ns), 0), 0.0), r.load
		FROM runs r LEFT JOIN tasks t ON t.run = r.id GROUP BY r.id ORDER BY r.id DESC`, func(_ []string, v []any) error {
		r := Record{Run: v[0].(int64), Command: v[1].(string), State: v[2].(string), Started: v[3].(string),
			Seconds: v[4].(float64), Puzzles: v[5].(int64), Plugins: []string{}, PerSecond: v[7].(float64)}
		if slices.Contains(killed, r.Run) {
			r.State = store.StateInterrupted
		}
		if load, known := v[8].(float64); known {
			r.Load = &load
		}
		if names := v[6].(string); names != "" {
			r.Plugins = strings.Split(names, ",")
		}
		runs = append(runs, r)
		return nil
	})
}
