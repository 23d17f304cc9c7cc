package run

import (
	"context"
	"iter"
	"slices"
	"sync/atomic"
	"time"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/input"
)

// takeInputs finds out which sources the run is about. Inputs that can be read again are read when the tasks have begun, so that
// puzzles are stored with their answers; a run that is cut short meanwhile reads them again. Others are imported here.
func (r *running) takeInputs(ctx context.Context) error {
	later := !slices.ContainsFunc(r.req.Inputs, func(in *input.Input) bool { return !in.CanBeReadAgain() })
	for i, in := range r.req.Inputs {
		var source store.Source
		var err error
		if later {
			source, err = input.Register(ctx, r.env.Store, in)
			r.sums = append(r.sums, source.SHA256)
		} else {
			var done input.Imported
			done, err = r.importFrom(ctx, i, nil, nil)
			source.ID = done.Source
		}
		if err != nil {
			return err
		}
		r.selection.Sources = append(r.selection.Sources, source.ID)
	}
	r.selection.Unread = later && len(r.req.Inputs) > 0
	return nil
}

// importFrom imports the puzzles of an input.
func (r *running) importFrom(ctx context.Context, number int, ask store.Ask, stages []work.Begun) (input.Imported, error) {
	request := input.ImportRequest{Input: r.req.Inputs[number], More: number+1 < len(r.req.Inputs), Ask: ask, Tasks: stages}
	if r.sums != nil {
		request.SHA256 = r.sums[number]
	}
	done, err := input.Import(ctx, r.env.Store, request, r.progress)
	if err == nil {
		r.progress.Report(done)
		r.result.Bad += done.Bad
	}
	return done, err
}

// read imports the puzzles of the inputs. If no other process does some of the run's work, tasks answer those that are new before
// they are stored.
func (r *running) read(ctx context.Context, tasks []*task, alone bool) error {
	a := &asking{running: r, ctx: ctx, tasks: tasks}
	ask := a.ask
	if !alone || len(tasks) == 0 {
		ask = nil
	}
	var stages []work.Begun
	for _, t := range tasks {
		if ask != nil {
			stages = append(stages, work.Begun{Stage: t.stage(), Plugin: t.id})
		}
	}
	left, whole := []int64{}, ask == nil
	for i := range r.req.Inputs {
		done, err := r.importFrom(ctx, i, ask, stages)
		if err == nil {
			err = a.err
		} else if ctx.Err() == nil {
			r.unreadable = err
		}
		if err != nil {
			return err
		}
		left, whole = append(left, done.Left...), whole || done.Before
		if !slices.Contains(r.selection.Sources, done.Source) { // a file that has changed since the run began
			r.selection.Sources = append(r.selection.Sources, done.Source)
		}
	}
	r.selection.Unread = false
	if r.todo = r.selection; !whole {
		r.todo = store.Selection{Puzzles: left}
	}
	return r.env.Store.SetSelection(ctx, r.result.Run, r.selection)
}

// asking has tasks answer puzzles that are about to be stored.
type asking struct {
	*running
	ctx   context.Context
	tasks []*task
	slow  bool  // what is left takes longer than a transaction may wait: it is done when the puzzles are stored
	err   error // why the run cannot go on
}

func (a *asking) ask(entries []store.Entry, known []bool) []store.Asked {
	if a.slow || a.err != nil || a.ctx.Err() != nil {
		return nil
	}
	var due atomic.Bool
	defer time.AfterFunc(saveEvery, func() { due.Store(true) }).Stop()
	asked := make([]store.Asked, len(a.tasks))
	for i, t := range a.tasks {
		asked[i].Task = t.stored
		if t.failed != nil {
			continue
		}
		a.progress.Report(work.Turn(i + 1))
		var again []store.Answered
		err := t.answerNew(a.ctx, len(entries), &asked[i], &again, untold(entries, known, &due, &a.slow))
		if again != nil {
			asked = append(asked, store.Asked{Task: t.stored, Results: again})
		}
		if err = t.attempt(a.ctx, err); err != nil && a.ctx.Err() == nil {
			a.err = err
			break
		}
	}
	a.progress.Report(work.Turn(0))
	return asked
}

// untold walks over the entries that are not known, by their places, until it is due.
func untold(entries []store.Entry, known []bool, due *atomic.Bool, slow *bool) iter.Seq2[runner.Item, error] {
	return func(yield func(runner.Item, error) bool) {
		for i, e := range entries {
			if known[i] {
				continue
			}
			if due.Load() {
				*slow = true
				return
			}
			if !yield(runner.Item{Number: uint64(i), Puzzle: e.Puzzle}, nil) {
				return
			}
		}
	}
}

// answerNew has the plugin answer up to n puzzles that are not stored yet, and gathers the answers, and apart from them
// those that take one back.
func (t *task) answerNew(ctx context.Context, n int, into *store.Asked, again *[]store.Answered, puzzles iter.Seq2[runner.Item, error]) error {
	if err := t.open(ctx); err != nil {
		return err
	}
	start := time.Now()
	defer func() { t.wall += time.Since(start) }()
	if t.job.Kind == sudoku.PowerGrade {
		into.Graded = make([]store.Graded, 0, n)
		return t.ask(ctx, puzzles, func(place uint64, r sudoku.Result) error {
			if t.judgedGrade(&r) {
				into.Graded = append(into.Graded, store.Graded{ID: int64(place), Grades: r.Grades, Err: r.Err})
			} else {
				into.InVain = append(into.InVain, int64(place))
			}
			t.record.Pending++
			t.reported(&r)
			return nil
		}, nil)
	}
	into.Results = make([]store.Answered, 0, n)
	return t.ask(ctx, puzzles, func(place uint64, r sudoku.Result) error {
		t.judgedResult(&r)
		into.Results = append(into.Results, store.Answered{ID: int64(place), Result: r})
		t.record.Pending++
		t.reported(&r)
		return nil
	}, func(place uint64, r sudoku.Result) error {
		*again = append(*again, store.Answered{ID: int64(place), Result: r, Again: true})
		return nil
	})
}
