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
)

// task is what one plugin does in a run: it solves or grades all puzzles that it has not done.
type task struct {
	*running
	plugin *host.Plugin
	stored *store.Task
	record *TaskRecord
}

// readBatch is how many puzzles are read at once.
const readBatch = 2_000

func (r *running) task(ctx context.Context, c choice, grade bool) (err error) {
	power, stage := sudoku.PowerSolve, "solving"
	if grade {
		power, stage = sudoku.PowerGrade, "grading"
	}
	p := c.plugin
	if p == nil {
		if p, err = r.env.able(ctx, c.id, power); err != nil {
			return err
		}
	}
	work, err := WorkOf(p, grade, r.req.Limit, r.req.Timeout)
	if err != nil {
		return err
	}
	t := &task{running: r, plugin: p, record: &TaskRecord{Plugin: p.ID(), Version: p.Info().Version, Task: string(power),
		Verdicts: map[string]int{}}}
	if t.stored, err = r.env.Store.StartTask(ctx, r.result.Run, work); err != nil {
		return err
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
	if grade {
		err = t.grade(ctx)
	} else {
		err = t.solve(ctx)
	}
	return cmp.Or(err, t.end(ctx, time.Since(start)), t.missing())
}

// missing returns a MissingError if the plugin owes answers because it crashed.
func (t *task) missing() error {
	if n := t.record.Verdicts[sudoku.Crashed.String()]; n > 0 {
		return &MissingError{Plugin: t.plugin.ID(), Answers: n}
	}
	return nil
}

// WorkOf describes a task to the store, so that every answer has its provenance.
func WorkOf(p *host.Plugin, grade bool, limit int, timeout time.Duration) (store.Work, error) {
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
	options := host.SolveOptions{Ask: t.req.Ask}
	options.Retract = func(id uint64, res sudoku.Result) error {
		return cmp.Or(b.flush(), b.add(store.Answered{ID: int64(id), Result: res, Again: true}))
	}
	verdicts := map[sudoku.Verdict]int{}
	err := t.plugin.Solve(ctx, t.pending(ctx), options, func(id uint64, res sudoku.Result) error {
		t.progress.Report(Judged(res.Verdict))
		t.progress.Report(Advanced(1))
		verdicts[res.Verdict]++
		t.record.SelfNs += res.Stats.Elapsed.Nanoseconds()
		return b.add(store.Answered{ID: int64(id), Result: res})
	})
	t.record.count(verdicts)
	return cmp.Or(b.flush(), err)
}

func (t *task) grade(ctx context.Context) error {
	b := newBuffer(func(graded []store.Graded) error {
		return t.stored.SaveGrades(context.WithoutCancel(ctx), graded)
	})
	verdicts := map[sudoku.Verdict]int{}
	err := t.plugin.Grade(ctx, t.pending(ctx), host.SolveOptions{Ask: t.req.Ask}, func(id uint64, g sudoku.Result) error {
		t.progress.Report(Judged(g.Verdict))
		t.progress.Report(Advanced(1))
		t.record.SelfNs += g.Stats.Elapsed.Nanoseconds()
		switch g.Verdict {
		case sudoku.Unknown:
			t.record.Graded++
		case sudoku.Crashed:
			verdicts[g.Verdict]++
			return nil // is still to be done
		default:
			verdicts[g.Verdict]++
		}
		return b.add(store.Graded{ID: int64(id), Grades: g.Grades, Err: g.Err})
	})
	t.record.count(verdicts)
	return cmp.Or(b.flush(), err)
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
