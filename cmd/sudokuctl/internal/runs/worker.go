package runs

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"time"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
)

// worker does the tasks of one run: each solver and each grader over all puzzles that it has not done.
type worker struct {
	app       *app.App
	store     *store.Store
	run       int64
	selection store.Selection
	reports   []*report
	failed    []error // plugins that could not go on; the others did
}

// report is what one task of a run came to.
type report struct {
	plugin   *host.Plugin
	doing    string // "solve" or "grade"
	pending  int64  // puzzles that were to be done
	verdicts map[sudoku.Verdict]int
	graded   int
	self     time.Duration
	wall     time.Duration
}

// readBatch is how many puzzles are read at once.
const readBatch = 2_000

// all does every task. A plugin that fails does not stop the others.
func (w *worker) all(ctx context.Context) error {
	for _, t := range []struct {
		ids   []string
		grade bool
	}{{w.app.Config.Run.Solvers, false}, {w.app.Config.Run.Graders, true}} {
		for _, id := range t.ids {
			err := w.task(ctx, id, t.grade)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil && !app.IsPluginError(err) {
				return err
			}
			if err != nil {
				w.failed = append(w.failed, err)
			}
		}
	}
	return nil
}

func (w *worker) task(ctx context.Context, id string, grade bool) error {
	p, err := w.app.Open(ctx, id, "")
	if err != nil {
		return err
	}
	power, doing := "solve", "solving"
	if grade {
		power, doing = "grade", "grading"
	}
	if info := p.Info(); !info.Has(power) {
		return app.UsageErrorf("plugin %q cannot %s; it can %v", id, power, info.Powers)
	}
	work, err := workOf(p, grade, w.app.Config.Run.Limit, w.app.Config.Run.Timeout)
	if err != nil {
		return err
	}
	t, err := w.store.StartTask(ctx, w.run, work)
	if err != nil {
		return err
	}
	r := &report{plugin: p, doing: power, verdicts: map[sudoku.Verdict]int{}}
	w.reports = append(w.reports, r)
	if r.pending, err = w.store.CountPending(ctx, t, w.selection); err != nil || r.pending == 0 {
		return err
	}
	bar := w.app.Progress(doing+" "+id, r.pending)
	defer bar.End()
	start := time.Now()
	if grade {
		err = w.grade(ctx, t, r, bar)
	} else {
		err = w.solve(ctx, t, r, bar)
	}
	r.wall = time.Since(start)
	return cmp.Or(err, w.saveUsage(ctx, t, r))
}

// workOf describes a task to the store, so that every answer has its provenance.
func workOf(p *host.Plugin, grade bool, limit int, timeout time.Duration) (store.Work, error) {
	var settings sudoku.Settings
	if err := json.Unmarshal([]byte(p.Settings()), &settings); err != nil {
		return store.Work{}, fmt.Errorf("reading settings of plugin %q: %w", p.ID(), err)
	}
	sum, err := p.Sum()
	if err != nil {
		return store.Work{}, err
	}
	origin := string(p.Candidate().Origin)
	if p.Candidate().Origin != host.FromBundled {
		origin = p.Candidate().Path
	}
	info := p.Info()
	info.ID = p.ID()
	return store.Work{Plugin: store.Plugin{Info: info, Settings: settings, Origin: origin, SHA256: sum},
		Grade: grade, Limit: limit, Timeout: timeout}, nil
}

func (w *worker) options() host.SolveOptions {
	r := w.app.Config.Run
	return host.SolveOptions{Ask: sudoku.Ask{Limit: r.Limit, Seed: r.Seed, Timeout: r.Timeout, Workers: r.Jobs}}
}

// pending walks over what is still to be done.
func (w *worker) pending(ctx context.Context, t *store.Task) iter.Seq2[host.Item, error] {
	return func(yield func(host.Item, error) bool) {
		for items, err := range w.store.Pending(ctx, t, w.selection, readBatch) {
			if err != nil {
				yield(host.Item{}, err)
				return
			}
			for _, item := range items {
				if !yield(host.Item{Number: uint64(item.ID), Puzzle: item.Puzzle}, nil) {
					return
				}
			}
		}
	}
}

func (w *worker) solve(ctx context.Context, t *store.Task, r *report, bar *app.Progress) error {
	b := newBuffer(func(answers []store.Answered) error {
		return w.store.SaveResults(context.WithoutCancel(ctx), t, answers)
	})
	options := w.options()
	options.Retract = func(id uint64, res sudoku.Result) error {
		return cmp.Or(b.flush(), b.add(store.Answered{ID: int64(id), Result: res}))
	}
	err := r.plugin.Solve(ctx, w.pending(ctx, t), options, func(id uint64, res sudoku.Result) error {
		bar.Add(1)
		r.verdicts[res.Verdict]++
		r.self += res.Stats.Elapsed
		return b.add(store.Answered{ID: int64(id), Result: res})
	})
	return cmp.Or(b.flush(), err)
}

func (w *worker) grade(ctx context.Context, t *store.Task, r *report, bar *app.Progress) error {
	b := newBuffer(func(graded []store.Graded) error {
		return w.store.SaveGrades(context.WithoutCancel(ctx), t, graded)
	})
	err := r.plugin.Grade(ctx, w.pending(ctx, t), w.options(), func(id uint64, g sudoku.Result) error {
		bar.Add(1)
		r.self += g.Stats.Elapsed
		if g.Verdict == sudoku.Unknown {
			r.graded++
		} else {
			r.verdicts[g.Verdict]++
		}
		return b.add(store.Graded{ID: int64(id), Grades: g.Grades, Err: g.Err})
	})
	return cmp.Or(b.flush(), err)
}

func (w *worker) saveUsage(ctx context.Context, t *store.Task, r *report) error {
	u, _ := r.plugin.Usage()
	return w.store.AddUsage(context.WithoutCancel(ctx), t,
		store.Usage{Wall: r.wall, CPU: u.User + u.System, RSSMaxBytes: u.PeakRSS})
}
