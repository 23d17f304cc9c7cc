package run

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/job"
	"github.com/sudokuctl/sudokuctl/work/library"
)

// running is a run under way.
type running struct {
	env       *work.Env
	req       *Request
	selection store.Selection
	progress  work.Progress
	result    *Result
	begun     []*task                      // that have their plugin, or had it
	counted   map[job.Plugin]time.Duration // CPU time of plugins that is recorded
	solved    *buffer[store.Answered]      // of the task whose turn it is
	graded    *buffer[store.Graded]
}

func newRunning(env *work.Env, req *Request, progress work.Progress, result *Result, s store.Selection) *running {
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
		r.result.Disagreements, r.result.Disputed, err = library.Disputed(ctx, r.env, r.result.Run)
	}
	return cmp.Or(err, r.env.Store.SetRunState(context.WithoutCancel(ctx), r.result.Run, r.result.State))
}

// tasks does every task. A plugin that fails does not stop the others.
func (r *running) tasks(ctx context.Context) error {
	var tasks []*task
	for _, of := range []struct {
		plugins []work.Choice
		kind    job.Kind
	}{{r.req.solvers, job.Solve}, {r.req.graders, job.Grade}} {
		for _, c := range of.plugins {
			t := &task{run: r, id: c.ID, plugin: c.Plugin, job: job.Task{Kind: of.kind}}
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
