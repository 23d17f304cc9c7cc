package desk

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/run"
)

// RunOrder asks for a run. Its keys are stable.
type RunOrder struct {
	Puzzles   string   `json:"puzzles,omitempty" doc:"in any format; they are stored"`
	Sample    string   `json:"sample,omitempty" doc:"a set of puzzles inside the program" example:"famous"`
	Stored    bool     `json:"stored,omitempty" doc:"instead of puzzles and a sample, those of the library"`
	Where     string   `json:"where,omitempty" doc:"condition on the puzzles of the library" example:"clues <= 24"`
	Solvers   []string `json:"solvers,omitempty" doc:"ids of plugins; one that is empty is the solver of the config"`
	Graders   []string `json:"graders,omitempty"`
	Limit     *int     `json:"limit,omitempty" minimum:"0" doc:"solutions of each puzzle, 0 for all; run.limit of the config if there is none"`
	TimeoutMs *int64   `json:"timeout_ms,omitempty" minimum:"0" doc:"for each puzzle, 0 for no limit; run.timeout of the config if there is none"`
	Seed      uint64   `json:"seed,omitempty" doc:"of algorithms that use random numbers; run.seed of the config if there is none"`
}

// StartedRecord is a run under way. Its keys are stable.
type StartedRecord struct {
	Run int64 `json:"run"`
}

const selectRuns = `SELECT id, command, state, started, ended, seconds, version,
	git_commit, go_version, os, cpu, cores, seed, options
	FROM runs`

// Runs returns the runs before one, or the newest, from the newest down; next is the run behind which others come, 0 if
// these are all.
func (d *Desk) Runs(ctx context.Context, after int64, limit int) (page []run.Record, next int64, err error) {
	all, err := run.List(ctx, d.Env)
	if err != nil {
		return nil, 0, err
	}
	for _, r := range all {
		if after > 0 && r.Run >= after {
			continue
		}
		if len(page) == limit {
			return page, page[limit-1].Run, nil
		}
		page = append(page, r)
	}
	return page, 0, nil
}

// Run returns a run and what each plugin did in it.
func (d *Desk) Run(ctx context.Context, id int64) (run, tasks *Table, err error) {
	if run, err = d.Query(ctx, fmt.Sprintf("%s WHERE id = %d", selectRuns, id)); err != nil {
		return nil, nil, err
	}
	if len(run.Rows) == 0 {
		return nil, nil, problem.Newf(http.StatusNotFound, "no run %d", id)
	}
	tasks, err = d.Query(ctx, fmt.Sprintf(`SELECT plugin, version, kind, puzzles, max_solutions, timeout_ms, wall_ns, cpu_ns,
		rss_max_bytes FROM tasks WHERE run = %d`, id))
	return run, tasks, err
}

func (d *Desk) StartRun(ctx context.Context, o *RunOrder) (int64, error) {
	if err := d.usable(append(append([]string{}, o.Solvers...), o.Graders...)...); err != nil {
		return 0, err
	}
	if i := slices.Index(o.Solvers, ""); i >= 0 {
		p, err := d.Env.CompleteSolver(ctx, "")
		if err != nil {
			return 0, err
		}
		o.Solvers = slices.Clone(o.Solvers)
		o.Solvers[i] = p.ID()
	}
	o.Solvers, o.Graders = compact(o.Solvers), compact(o.Graders)
	if len(o.Solvers)+len(o.Graders) == 0 {
		return 0, problem.New(http.StatusBadRequest, "a run needs a solver or a grader")
	}
	var inputs []*input.Input
	if o.Sample != "" {
		in, err := input.Parse(input.SamplePrefix+o.Sample, nil)
		if err != nil {
			return 0, err
		}
		inputs = append(inputs, in)
	}
	if strings.TrimSpace(o.Puzzles) != "" {
		in := input.Text(o.Puzzles)
		in.Limits = textLimits
		inputs = append(inputs, in)
	}
	var stored *run.Stored
	switch {
	case inputs == nil && !o.Stored:
		return 0, problem.New(http.StatusBadRequest, "a run needs puzzles, a sample, or those of the library")
	case inputs != nil && o.Stored:
		return 0, problem.New(http.StatusBadRequest, "a run is about puzzles that it is given, or about those of the library")
	case o.Stored:
		accepted := d.Env.Filter(o.Where)
		accepted.IDs = []int64{}
		if _, err := d.Env.Store.Count(ctx, accepted); err != nil {
			return 0, err // of the condition, before the run begins
		}
		stored = &run.Stored{Where: o.Where}
	}
	ask := runner.Ask{Limit: or(o.Limit, d.Options.Limit), Timeout: d.Options.Timeout, Seed: cmp.Or(o.Seed, d.Options.Seed)}
	if o.TimeoutMs != nil {
		ask.Timeout = time.Duration(*o.TimeoutMs) * time.Millisecond
	}
	req := run.Request{Inputs: inputs, Stored: stored, Solvers: o.Solvers, Graders: o.Graders, Ask: ask}
	return d.start(ctx, func(ctx context.Context, progress work.Progress) (*run.Result, error) {
		return run.Run(ctx, d.Env, req, progress)
	})
}

// compact returns names without repetitions: a plugin that is named twice would be closed once.
func compact(names []string) []string {
	var once []string
	for _, name := range names {
		if !slices.Contains(once, name) {
			once = append(once, name)
		}
	}
	return once
}

func (d *Desk) ResumeRun(ctx context.Context, id int64) (int64, error) {
	stored, _, err := d.Env.Store.Run(ctx, id)
	if err != nil {
		return 0, err
	}
	if j := d.Jobs.Of(id); stored.State == "done" || j != nil && !j.Ended() {
		return 0, problem.Newf(http.StatusConflict, "run %d is %s", id, stored.State)
	}
	if !stored.Resumable() {
		return 0, problem.Newf(http.StatusConflict,
			"run %d is of the command %s, which does not go on where it ended", id, stored.Command)
	}
	d.find()
	return d.start(ctx, func(ctx context.Context, progress work.Progress) (*run.Result, error) {
		return run.Resume(ctx, d.Env, id, progress)
	})
}

// start starts a run, which keeps the plugins that it began with.
func (d *Desk) start(ctx context.Context, do func(context.Context, work.Progress) (*run.Result, error)) (int64, error) {
	return d.Jobs.Start(ctx, func(ctx context.Context, progress work.Progress) (*run.Result, error) {
		ctx, release := d.using(ctx)
		defer release()
		return do(ctx, progress)
	})
}

func (d *Desk) CancelRun(id int64) error {
	j := d.Jobs.Of(id)
	if j == nil {
		return problem.Newf(http.StatusNotFound, "run %d was not started here", id)
	}
	j.Cancel()
	return nil
}
