package work

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"time"

	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// task is what one plugin does in a run: it solves or grades all puzzles that it has not done. The library is the ledger of a
// run: it knows which puzzles are left, and keeps the answers.
type task struct {
	*running
	job.Task
	plugin *host.Plugin
	stored *store.Task
	record *TaskRecord
}

// readBatch is how many puzzles are read at once.
const readBatch = 2_000

func (r *running) task(ctx context.Context, c choice, kind job.Kind) (err error) {
	t := &task{running: r, plugin: c.plugin}
	if t.plugin == nil {
		if t.plugin, err = r.env.able(ctx, c.id, sudoku.Power(kind)); err != nil {
			return err
		}
	}
	if t.Task, err = job.Of(t.plugin, kind, r.req.Ask); err != nil {
		return err
	}
	work, err := WorkOf(t.plugin, &t.Task)
	if err != nil {
		return err
	}
	t.record = &TaskRecord{Plugin: t.Plugin, Version: t.Version, Task: string(kind), Verdicts: map[string]int{}}
	if t.stored, err = r.env.Store.StartTask(ctx, r.result.Run, work); err != nil {
		return err
	}
	stage, do := "solving", t.solve
	if kind == job.Grade {
		stage, do = "grading", t.grade
	}
	r.result.Tasks = append(r.result.Tasks, t.record)
	release, err := t.stored.Claim(ctx, r.selection, func() { r.progress.Report(Waiting{Stage: stage, Plugin: c.id}) })
	if err != nil {
		return err
	}
	defer release()
	if t.record.Pending, err = t.stored.CountPending(ctx, r.selection); err != nil {
		return err
	}
	if t.record.Pending == 0 {
		return t.end(ctx, 0)
	}
	defer r.progress.Stage(Begun{Stage: stage, Plugin: c.id, Total: t.record.Pending})()
	start := time.Now()
	err = do(ctx)
	return cmp.Or(err, t.end(ctx, time.Since(start)), t.missing())
}

// missing returns a MissingError if the plugin owes answers because it crashed.
func (t *task) missing() error {
	if n := t.record.Verdicts[sudoku.Crashed.String()]; n > 0 {
		return &MissingError{Plugin: t.Plugin, Answers: n}
	}
	return nil
}

// WorkOf describes the task of a plugin to the store, so that every answer has its provenance.
func WorkOf(p *host.Plugin, t *job.Task) (store.Work, error) {
	var settings sudoku.Settings
	if err := json.Unmarshal(t.Settings, &settings); err != nil {
		return store.Work{}, fmt.Errorf("reading settings of plugin %q: %w", t.Plugin, err)
	}
	origin := string(p.Candidate().Origin)
	if p.Candidate().Origin != host.FromBundled {
		origin = p.Candidate().Path
	}
	info := p.Info()
	info.ID = t.Plugin
	return store.Work{Plugin: store.Plugin{Info: info, Settings: settings, Origin: origin, SHA256: t.SHA256},
		Grade: t.Kind == job.Grade, Limit: t.Limit, Timeout: t.Timeout()}, nil
}

// pending walks over what is still to be done.
func (t *task) pending(ctx context.Context) iter.Seq2[host.Item, error] {
	return func(yield func(host.Item, error) bool) {
		for items, err := range t.stored.Pending(ctx, t.selection, readBatch) {
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

func (t *task) solve(ctx context.Context) error {
	b := newBuffer(func(answers []store.Answered) error {
		return t.stored.SaveResults(context.WithoutCancel(ctx), answers)
	})
	verdicts := map[sudoku.Verdict]int{}
	err := t.Do(ctx, t.plugin, t.req.Workers, t.pending(ctx), func(id uint64, r sudoku.Result) error {
		t.judged(&r)
		verdicts[r.Verdict]++
		return b.add(store.Answered{ID: int64(id), Result: r})
	}, func(id uint64, r sudoku.Result) error {
		return cmp.Or(b.flush(), b.add(store.Answered{ID: int64(id), Result: r, Again: true}))
	})
	t.record.count(verdicts)
	return cmp.Or(b.flush(), err)
}

func (t *task) grade(ctx context.Context) error {
	b := newBuffer(func(graded []store.Graded) error {
		return t.stored.SaveGrades(context.WithoutCancel(ctx), graded)
	})
	verdicts := map[sudoku.Verdict]int{}
	err := t.Do(ctx, t.plugin, t.req.Workers, t.pending(ctx), func(id uint64, r sudoku.Result) error {
		t.judged(&r)
		if r.Verdict == sudoku.Unknown {
			t.record.Graded++
		} else {
			verdicts[r.Verdict]++
		}
		if r.Verdict == sudoku.Crashed {
			return nil // is still to be done
		}
		return b.add(store.Graded{ID: int64(id), Grades: r.Grades, Err: r.Err})
	}, nil)
	t.record.count(verdicts)
	return cmp.Or(b.flush(), err)
}

// judged reports an answer.
func (t *task) judged(r *sudoku.Result) {
	t.progress.Report(Judged(r.Verdict))
	t.progress.Report(Advanced(1))
	t.record.SelfNs += r.Stats.Elapsed.Nanoseconds()
}

// end stores what the task has used, and sums it up.
func (t *task) end(ctx context.Context, wall time.Duration) error {
	u, _ := t.plugin.Usage()
	used := store.Usage{Wall: wall, CPU: u.User + u.System, RSSMaxBytes: u.PeakRSS}
	t.record.Done += t.record.Graded
	t.record.WallNs, t.record.CPUNs, t.record.PeakRSS = wall.Nanoseconds(), used.CPU.Nanoseconds(), u.PeakRSS
	if wall > 0 {
		t.record.PerSecond = float64(t.record.Done) / wall.Seconds()
	}
	if t.record.Pending == 0 {
		return nil
	}
	return t.stored.AddUsage(context.WithoutCancel(ctx), used)
}
