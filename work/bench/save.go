package bench

import (
	"cmp"
	"context"
	"time"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work/job"
	"github.com/sudokuctl/sudokuctl/work/run"
)

// saver stores the answers of a benchmark as a run, under the puzzles as they were given and not as
// their images. A nil saver stores nothing.
type saver struct {
	store *store.Store
	run   int64
	ids   []int64 // of the puzzles, 0 of those that are deleted
	tasks map[*entrant]*store.Task
}

// saver imports the puzzles and begins a run; nil where nothing is to be stored.
func (b *benching) saver(ctx context.Context, puzzles []*sudoku.Puzzle,
	entrants []*entrant) (*saver, error) {
	if !b.Save {
		return nil, nil
	}
	s := &saver{store: b.env.Store, tasks: map[*entrant]*store.Task{}}
	return s, s.begin(ctx, b, puzzles, entrants)
}

func (b *saver) begin(ctx context.Context, o *benching, puzzles []*sudoku.Puzzle,
	entrants []*entrant) error {
	sum, err := b.store.Import(ctx, store.Source{Name: "bench"}, func(yield func(store.Entry) bool) {
		for _, p := range puzzles {
			if !yield(store.Entry{Puzzle: p}) {
				return
			}
		}
	})
	if err != nil {
		return err
	}
	selection := store.Selection{Sources: []int64{sum.Source}}
	if b.ids, err = b.idsOf(ctx, puzzles, selection); err != nil {
		return err
	}
	record := store.NewRun("bench")
	record.Version, record.Seed = o.env.Version, o.Seed
	record.Options = map[string]any{"solvers": o.Solvers, "repeat": o.Repeat, "warmup": o.Warmup,
		"permute": o.Permute, "limit": o.Limit, "timeout": o.Timeout.String()}
	if b.run, err = b.store.StartRun(ctx, record, selection); err != nil {
		return err
	}
	for _, e := range entrants {
		task, err := job.Of(e.plugin, job.Solve, o.Ask)
		if err != nil {
			return err
		}
		what, err := run.WorkOf(e.plugin, &task)
		if err != nil {
			return err
		}
		what.Repeat = true
		if b.tasks[e], err = b.store.StartTask(ctx, b.run, what); err != nil {
			return err
		}
	}
	return nil
}

// idsOf returns the numbers of puzzles in the library, 0 for those that are deleted.
func (b *saver) idsOf(ctx context.Context, puzzles []*sudoku.Puzzle,
	selection store.Selection) ([]int64, error) {
	byText := make(map[string]int64, len(puzzles))
	for listed, err := range b.store.List(ctx, store.Filter{Selection: selection}) {
		if err != nil {
			return nil, err
		}
		byText[listed.Puzzle.String()] = listed.ID
	}
	ids := make([]int64, len(puzzles))
	for i, p := range puzzles {
		ids[i] = byText[p.String()]
	}
	return ids, nil
}

// pass stores the answers of one round. A puzzle that appears twice in the input counts once, one that is deleted not at all.
func (b *saver) pass(ctx context.Context, e *entrant, results []sudoku.Result, wall,
	cpu time.Duration) error {
	if b == nil {
		return nil
	}
	answers := make([]store.Answered, 0, len(results))
	seen := make(map[int64]bool, len(results))
	for i, r := range results {
		if id := b.ids[i]; id != 0 && !seen[id] {
			seen[id] = true
			answers = append(answers, store.Answered{ID: id, Result: r})
		}
	}
	u, _ := e.plugin.Usage()
	return cmp.Or(b.tasks[e].SaveResults(ctx, answers),
		b.tasks[e].AddUsage(ctx, store.Usage{Wall: wall, CPU: cpu, RSSMaxBytes: u.PeakRSS}))
}

// end records how the run ended and returns its number, 0 where nothing was stored.
func (b *saver) end(ctx context.Context, failed error) (int64, error) {
	if b == nil {
		return 0, nil
	}
	state := store.StateDone
	switch {
	case ctx.Err() != nil:
		state = store.StateInterrupted
	case failed != nil:
		state = store.StateFailed
	}
	return b.run, b.store.SetRunState(context.WithoutCancel(ctx), b.run, state)
}
