package run

import (
	"cmp"
	"context"
	"slices"

	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
)

// portionSize is how many puzzles every task of a run does before the next are read: few enough that they take no more memory
// than the batches of one task do.
const portionSize = 10_000

// claimed does tasks whose work no other process does, and those whose work one does after it.
func (r *running) claimed(ctx context.Context, tasks []*task) error {
	for len(tasks) > 0 || r.selection.Unread {
		mine, others, release, err := r.claim(ctx, tasks)
		if err == nil && r.selection.Unread {
			err = r.read(ctx, mine, len(others) == 0)
		}
		if err == nil {
			err = r.pass(ctx, mine)
		}
		release()
		if err != nil {
			return err
		}
		tasks = others
	}
	return nil
}

// claim claims the work of as many tasks as it can at once. It waits only while it has no claim at all, so no two
// processes wait for each other.
func (r *running) claim(ctx context.Context, tasks []*task) (mine, others []*task, release func(), err error) {
	var releases []func()
	release = func() {
		for _, end := range releases {
			end()
		}
	}
	take := func(t *task, end func()) { mine, releases = append(mine, t), append(releases, end) }
	for _, t := range tasks {
		end, err := t.stored.TryClaim(ctx, r.selection)
		switch {
		case err != nil:
			return nil, nil, release, err
		case end == nil:
			others = append(others, t)
		default:
			take(t, end)
		}
	}
	if mine != nil || len(tasks) == 0 {
		return mine, others, release, nil
	}
	first := tasks[0]
	end, err := first.stored.Claim(ctx, r.selection, func() { r.progress.Report(work.Waiting{Stage: first.stage(), Plugin: first.id}) })
	if err != nil {
		return nil, nil, release, err
	}
	take(first, end)
	return mine, tasks[1:], release, nil
}

// pass has tasks do all that is left to them.
func (r *running) pass(ctx context.Context, tasks []*task) error {
	var left []*task
	stage := work.Begun{}
	for _, t := range tasks {
		n := int64(0)
		if t.failed == nil {
			var err error
			if n, err = t.stored.CountPending(ctx, r.todo); err != nil {
				return err
			}
		}
		t.record.Pending += n
		if n == 0 {
			t.count()
			if err := t.end(ctx); err != nil {
				return err
			}
			t.failed = cmp.Or(t.failed, t.missing())
			continue
		}
		left = append(left, t)
		stage.Total += n
		stage.Tasks = append(stage.Tasks, work.Begun{Stage: t.stage(), Plugin: t.id, Total: n})
	}
	if left == nil {
		return nil
	}
	if stage.Stage = left[0].stage(); left[len(left)-1].job.Kind != left[0].job.Kind {
		stage.Stage = "solving and grading"
	}
	do := r.portions
	if len(left) == 1 {
		stage.Plugin, stage.Tasks = left[0].id, nil
		do = func(ctx context.Context, tasks []*task) error {
			return tasks[0].attempt(ctx, tasks[0].do(ctx, tasks[0].pending(ctx)))
		}
	}
	defer r.progress.Stage(stage)()
	err := do(ctx, left)
	for _, t := range left {
		ended := t.end(ctx)
		if err == nil {
			err = ended
		}
		t.failed = cmp.Or(t.failed, t.missing())
	}
	return err
}

// portions has tasks do all that is left to them portion by portion, one task after the other, so that every puzzle is read once.
func (r *running) portions(ctx context.Context, tasks []*task) error {
	var stored []*store.Task
	for _, t := range tasks {
		stored = append(stored, t.stored)
	}
	for lists, err := range store.Pending(ctx, stored, r.todo, portionSize) {
		if err != nil {
			return err
		}
		for i, t := range tasks {
			if t.failed != nil || len(lists[i]) == 0 {
				continue
			}
			r.progress.Report(work.Turn(i))
			if err := t.attempt(ctx, t.do(ctx, numbered(lists[i]))); err != nil {
				return err
			}
		}
		if !slices.ContainsFunc(tasks, func(t *task) bool { return t.failed == nil }) {
			break
		}
	}
	return nil
}
