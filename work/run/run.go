package run

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

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
	sudoku.Ask
	Keep bool // ask for nothing that another program of a plugin's version has answered with the same settings

	solvers, graders []work.Choice // see Choose
	chosen           bool
}

// Choose opens the plugins that the request names: by id, or tag:NAME for all that have a tag; "none" alone is no plugin. One
// that is both solver and grader is opened once. One that is not there, or cannot do what is asked of it, is an error. Run
// does this first unless it has been done.
func (req *Request) Choose(ctx context.Context, env *work.Env) (err error) {
	if req.solvers, err = env.Choose(ctx, req.Solvers, sudoku.PowerSolve, nil); err != nil {
		return err
	}
	if req.graders, err = env.Choose(ctx, req.Graders, sudoku.PowerGrade, req.solvers); err != nil {
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

// Result is what a run came to.
type Result struct {
	Run    int64
	State  string // store.StateDone, StateInterrupted or StateFailed
	Bad    int    // records of the inputs that were left out
	Tasks  []*TaskRecord
	Failed []error // of plugins that could not go on or owe answers; the others did

	Disagreements []library.DisagreementRecord // puzzles of the run of which solvers say contradictory things, some of them
	Disputed      int                          // how many there are
}

// Run imports the puzzles of the inputs, solves them with every solver and grades them with every grader.
// What an earlier run did with the same plugin, version and settings is not done again, unless it is not bundled and its program
// has changed. If ctx ends, what was
// done is stored, and the State is StateInterrupted. The result is nil only if nothing was begun.
func Run(ctx context.Context, env *work.Env, req Request, progress work.Progress) (*Result, error) {
	if !req.chosen {
		if err := req.Choose(ctx, env); err != nil {
			return nil, err
		}
	}
	r := newRunning(env, &req, progress, &Result{}, store.Selection{Sources: []int64{}})
	for i, in := range req.Inputs {
		done, err := input.Import(ctx, env.Store, input.ImportRequest{Input: in, More: i+1 < len(req.Inputs)}, progress)
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
			return nil, work.RequestErrorf("no puzzle of %s fits %q", env.Database, req.Stored.Where)
		}
	}
	record := store.NewRun(cmp.Or(req.Command, "run"))
	record.Version, record.Seed, record.Options = env.Version, req.Seed, req.options(env.Database)
	if r.result.Run, err = env.Store.StartRun(ctx, record, r.selection); err != nil {
		return nil, err
	}
	progress.Report(work.Started{Run: r.result.Run})
	return r.result, r.all(ctx)
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

// request returns what a stored run was asked for, the inputs aside.
func request(run *store.Run) (*Request, error) {
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
	return &Request{Solvers: stored.Solvers, Graders: stored.Graders, Ask: sudoku.Ask{Limit: stored.Limit,
		Timeout: timeout, Workers: stored.Workers, Seed: run.Seed}, Keep: stored.Keep}, err
}

// Resume goes on with a run that was interrupted or killed, the newest one if id is 0, with what it was asked
// for. A run that is done comes back as it is; it is nil if id is 0 and every run that can go on is done.
func Resume(ctx context.Context, env *work.Env, id int64, progress work.Progress) (*Result, error) {
	run, selection, err := env.Store.Run(ctx, id)
	if errors.Is(err, store.ErrNotFound) && id == 0 {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	result := &Result{Run: run.ID, State: run.State}
	if run.State == store.StateDone {
		return result, nil
	}
	if !run.Resumable() {
		return nil,
			work.RequestErrorf("run %d is of the command %s, which does not go on where it ended: begin it anew", run.ID, run.Command)
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
	progress.Report(work.Started{Run: run.ID})
	return result, newRunning(env, req, progress, result, selection).all(ctx)
}
