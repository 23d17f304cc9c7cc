package run

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"iter"
	"time"

	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
)

// task is what one plugin does in a run: it solves or grades all puzzles that it has not done. The library is the ledger of a
// run: it knows which puzzles are left, and keeps the answers.
type task struct {
	run      *running
	job      JobTask
	id       string      // of the plugin, as it was chosen
	plugin   work.Plugin // nil if it is to be opened, perhaps anew
	stored   *store.Task
	record   *TaskRecord
	verdicts map[sudoku.Verdict]int
	wall     time.Duration // that it was its turn
	cpu      time.Duration
	failed   error // why the plugin cannot go on, or what it owes
}

// readBatch is how many puzzles are read at once for one task alone.
const readBatch = 2_000

// open opens the plugin, unless it is open. One that is opened anew must be what it was, for its answers are stored as those of
// the plugin that began.
func (t *task) open(ctx context.Context) error {
	if t.plugin != nil {
		return nil
	}
	p, err := t.run.env.Pick(ctx, t.id, work.Able(t.job.Kind))
	if err != nil {
		return err
	}
	if t.stored != nil {
		here, err := newJobTask(p, t.job.Kind, t.run.req.Ask)
		if err != nil {
			return err
		}
		if here.Version != t.job.Version || here.program() != t.job.program() || !bytes.Equal(here.Settings, t.job.Settings) {
			return fmt.Errorf("opening plugin %q anew: %w: another version, program or settings than at the "+
				"beginning of the run", t.id, find.ErrChecksum)
		}
	}
	t.plugin = p
	return nil
}

// countFromHere leaves out what a plugin has used before, for others.
func (t *task) countFromHere() {
	if _, counted := t.run.counted[t.plugin]; !counted && t.run.env.Shared {
		u, _ := t.plugin.Usage()
		t.run.counted[t.plugin] = u.User + u.System
	}
}

// begin opens the plugin and records that the task belongs to the run.
func (t *task) begin(ctx context.Context) error {
	err := t.open(ctx)
	if err != nil {
		return err
	}
	if t.job, err = newJobTask(t.plugin, t.job.Kind, t.run.req.Ask); err != nil {
		return err
	}
	asked, err := t.job.work(t.plugin)
	if err != nil {
		return err
	}
	asked.Keep = t.run.req.Keep
	if t.stored, err = t.run.env.Store.StartTask(ctx, t.run.result.Run, asked); err != nil {
		return err
	}
	before, err := t.stored.Before(ctx)
	if err != nil {
		return err
	}
	if before != nil {
		t.run.progress.Report(work.Changed{Stage: t.stage(), Plugin: t.id, Version: t.job.Version, Run: before.Run,
			Was: before.Checksum, Now: t.job.Checksum, Keep: asked.Keep})
	}
	t.countFromHere()
	t.record = &TaskRecord{Plugin: t.job.Plugin, Version: t.job.Version, Task: string(t.job.Kind), Verdicts: map[string]int{}}
	t.verdicts = map[sudoku.Verdict]int{}
	t.run.result.Tasks = append(t.run.result.Tasks, t.record)
	return nil
}

// attempt gets the error of a plugin's work, and returns it unless the other tasks can go on.
func (t *task) attempt(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil && !work.IsPluginError(err):
		return err
	}
	if err != nil && t.failed == nil {
		t.failed = err
		t.part()
	}
	return nil
}

// part has the other tasks of the run open the plugin anew with which this one cannot go on.
func (t *task) part() {
	for _, other := range t.run.begun {
		if other != t && other.plugin == t.plugin {
			other.plugin = nil
		}
	}
}

// stage is what people call the kind of the task.
func (t *task) stage() string {
	if t.job.Kind == sudoku.PowerGrade {
		return "grading"
	}
	return "solving"
}

// missing returns a MissingError if the plugin owes answers because it crashed.
func (t *task) missing() error {
	if n := t.record.Verdicts[sudoku.Crashed.String()]; n > 0 {
		return &work.MissingError{Plugin: t.job.Plugin, Answers: n}
	}
	return nil
}

// pending walks over all that is left to the task.
func (t *task) pending(ctx context.Context) iter.Seq2[runner.Item, error] {
	return func(yield func(runner.Item, error) bool) {
		for lists, err := range store.Pending(ctx, []*store.Task{t.stored}, t.run.todo, readBatch) {
			if err != nil {
				yield(runner.Item{}, err)
				return
			}
			for item := range numbered(lists[0]) {
				if !yield(item, nil) {
					return
				}
			}
		}
	}
}

// numbered walks over puzzles of the library.
func numbered(items []store.Item) iter.Seq2[runner.Item, error] {
	return func(yield func(runner.Item, error) bool) {
		for _, item := range items {
			if !yield(runner.Item{Number: uint64(item.ID), Puzzle: item.Puzzle}, nil) {
				return
			}
		}
	}
}

// do has the plugin answer puzzles, and begins to store the answers.
func (t *task) do(ctx context.Context, puzzles iter.Seq2[runner.Item, error]) error {
	if err := t.open(ctx); err != nil {
		return err
	}
	start := time.Now()
	t.run.solved.save = func(answers []store.Answered) error { return t.stored.SaveResults(context.WithoutCancel(ctx), answers) }
	t.run.graded.save = func(graded []store.Graded) error { return t.stored.SaveGrades(context.WithoutCancel(ctx), graded) }
	err := t.answer(ctx, puzzles)
	err = cmp.Or(t.run.solved.rest(), t.run.graded.rest(), err)
	t.wall += time.Since(start)
	t.count()
	return err
}

func (t *task) answer(ctx context.Context, puzzles iter.Seq2[runner.Item, error]) error {
	if t.job.Kind == sudoku.PowerGrade {
		return t.ask(ctx, puzzles, t.grade, nil)
	}
	return t.ask(ctx, puzzles, t.solve, func(id uint64, r sudoku.Result) error {
		return cmp.Or(t.run.solved.flush(), t.run.solved.add(store.Answered{ID: int64(id), Result: r, Again: true}))
	})
}

// ask has the plugin answer puzzles and calls emit with each answer as it comes in. If an answer proves worthless after
// that, because the plugin answers a puzzle twice, retract is called with a Wrong one.
func (t *task) ask(ctx context.Context, puzzles iter.Seq2[runner.Item, error],
	emit, retract func(number uint64, r sudoku.Result) error) error {
	o := runner.Options{Ask: runner.Ask{Limit: t.job.Limit, Seed: t.job.Seed, Timeout: t.job.timeout(),
		Workers: t.run.req.Workers}, Retract: retract}
	if t.job.Kind == sudoku.PowerGrade {
		return t.plugin.Grade(ctx, puzzles, o, emit)
	}
	return t.plugin.Solve(ctx, puzzles, o, emit)
}

// solve takes a solver's answer.
func (t *task) solve(id uint64, r sudoku.Result) error {
	t.reported(&r)
	t.judgedResult(&r)
	return t.run.solved.add(store.Answered{ID: int64(id), Result: r})
}

// grade takes a grader's answer.
func (t *task) grade(id uint64, r sudoku.Result) error {
	t.reported(&r)
	if !t.judgedGrade(&r) {
		return nil // is still to be done
	}
	return t.run.graded.add(store.Graded{ID: int64(id), Grades: r.Grades, Err: r.Err})
}

// reported reports an answer.
func (t *task) reported(r *sudoku.Result) {
	t.run.progress.Report(work.Judged(r.Verdict))
	t.run.progress.Step()
}

// judgedResult counts a solver's answer.
func (t *task) judgedResult(r *sudoku.Result) {
	t.verdicts[r.Verdict]++
	t.record.SelfNs += r.Stats.Elapsed.Nanoseconds()
}

// judgedGrade counts a grader's answer, and reports whether it is one.
func (t *task) judgedGrade(r *sudoku.Result) bool {
	if r.Verdict == sudoku.Unknown {
		t.record.Graded++
	} else {
		t.verdicts[r.Verdict]++
	}
	t.record.SelfNs += r.Stats.Elapsed.Nanoseconds()
	return r.Verdict != sudoku.Crashed
}

// count adds to the task what the plugin's processes have used since a task of the run last had its turn with them.
func (t *task) count() {
	if t.plugin == nil { // it is not open any more
		return
	}
	u, _ := t.plugin.Usage()
	t.cpu += u.User + u.System - t.run.counted[t.plugin]
	t.run.counted[t.plugin] = u.User + u.System
	t.record.PeakRSS = max(t.record.PeakRSS, u.PeakRSS)
}

// end returns when all answers are stored, stores what the task has used and sums it up.
func (t *task) end(ctx context.Context) error {
	start := time.Now()
	err := cmp.Or(t.run.solved.flush(), t.run.graded.flush())
	t.wall += time.Since(start)
	t.record.count(t.verdicts)
	t.record.Done += t.record.Graded
	t.record.WallNs, t.record.CPUNs = t.wall.Nanoseconds(), t.cpu.Nanoseconds()
	if t.wall > 0 {
		t.record.PerSecond = float64(t.record.Done) / t.wall.Seconds()
	}
	if err != nil || t.record.Pending == 0 {
		return err
	}
	used := store.Usage{Wall: t.wall, CPU: t.cpu, RSSMaxBytes: t.record.PeakRSS}
	return t.stored.AddUsage(context.WithoutCancel(ctx), used)
}

// TaskRecord is what one plugin did in a run. Its keys are stable.
type TaskRecord struct {
	Plugin    string         `json:"plugin"`
	Version   string         `json:"version"`
	Task      string         `json:"task"` // "solve" or "grade"
	Done      int            `json:"done"`
	Verdicts  map[string]int `json:"verdicts,omitempty"`
	SelfNs    int64          `json:"self_ns"`
	WallNs    int64          `json:"wall_ns"`
	PerSecond float64        `json:"per_second_wall"`
	CPUNs     int64          `json:"cpu_ns"`
	PeakRSS   int64          `json:"rss_max_bytes"`

	Pending int64 `json:"-"` // puzzles that were to be done
	Graded  int   `json:"-"` // of those done
}

func (t *TaskRecord) count(verdicts map[sudoku.Verdict]int) {
	for v, n := range verdicts {
		t.Verdicts[v.String()] = n
		t.Done += n
	}
}
