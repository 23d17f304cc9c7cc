// Package bench runs solvers in turn over the same puzzles and measures them: self time as the plugins count it, wall
// time and CPU of their processes. Answers are verified and stored when the clock has stopped. Every round may see
// other images of the puzzles, so that no solver profits from their order of cells or digits.
//
// # The walk
//
//   - All puzzles are read first and held in memory, so that no file is read while the clock runs.
//   - In each round the solvers take turns over all puzzles, so a machine that is slow for a minute is slow for all of
//     them.
//   - Rounds of warm-up come first and do not count: caches fill, and interpreters compile.
//   - With Permute a round has images of the puzzles, the same for all solvers. A grid is taken back by the inverse
//     before it is stored, so that solvers can be compared puzzle by puzzle.
//   - One worker asks one puzzle at a time, so that self times of a puzzle do not depend on its neighbours.
package bench

import (
	"cmp"
	"context"
	"math/rand/v2"
	"time"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/symmetry"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/job"
	"github.com/sudokuctl/sudokuctl/work/run"
)

// A Request asks for solvers to be compared on the same puzzles.
type Request struct {
	Inputs  []*input.Input
	Most    int // puzzles taken at most; they are held in memory
	Solvers []string
	Repeat  int  // rounds that count
	Warmup  int  // rounds before them
	Permute bool // every round sees other images of the puzzles
	// Store opens the library in which the answers are stored as a run, once there are puzzles and solvers; nil to store
	// nothing.
	Store      func(context.Context) (*store.Store, error)
	runner.Ask // Workers is 1, whatever it says
}

// Run runs solvers in turn over the same puzzles, one puzzle at a time, and sums up what they did.
func Run(ctx context.Context, env *work.Env, req Request, progress work.Progress) (*Record, error) {
	if req.Repeat < 1 || req.Warmup < 0 || req.Limit < 0 || req.Most < 1 {
		return nil, work.RequestErrorf("repeat and most must be at least 1, warmup and limit not negative")
	}
	b := &benching{Request: req, env: env, progress: progress}
	puzzles, err := b.load(ctx)
	if err != nil {
		return nil, err
	}
	solvers, err := env.Choose(ctx, req.Solvers, sudoku.PowerSolve, nil)
	if err != nil {
		return nil, err
	}
	if len(solvers) == 0 {
		return nil, work.RequestErrorf("no solvers to bench")
	}
	var entrants []*entrant
	for _, c := range solvers {
		entrants = append(entrants, &entrant{plugin: c.Plugin, verdicts: map[sudoku.Verdict]int{},
			measures: map[string]float64{}})
	}
	s, err := b.saver(ctx, puzzles, entrants)
	if err != nil {
		return nil, err
	}
	err = b.rounds(ctx, puzzles, entrants, s)
	run, saveErr := s.end(ctx, err)
	if err := cmp.Or(err, saveErr); err != nil {
		return nil, err
	}
	return b.record(len(puzzles), entrants, run), nil
}

// benching is a benchmark under way.
type benching struct {
	Request
	env      *work.Env
	progress work.Progress
}

func (b *benching) load(ctx context.Context) ([]*sudoku.Puzzle, error) {
	var puzzles []*sudoku.Puzzle
	for r, err := range input.Walk(ctx, b.Inputs, b.progress) {
		if err != nil {
			return nil, err
		}
		if puzzles = append(puzzles, r.Puzzle); len(puzzles) == b.Most {
			break
		}
	}
	if len(puzzles) == 0 {
		return nil, work.RequestErrorf("no puzzles to bench: %s", input.Remedy)
	}
	return puzzles, nil
}

// rounds runs the solvers in turn, round by round.
func (b *benching) rounds(ctx context.Context, puzzles []*sudoku.Puzzle, entrants []*entrant,
	s *saver) error {
	steps := len(puzzles) * len(entrants) * (b.Warmup + b.Repeat)
	defer b.progress.Stage(work.Begun{Stage: "benchmark", Total: int64(steps)})()
	for round := range b.Warmup + b.Repeat {
		images := b.images(puzzles, round)
		for _, e := range entrants {
			if err := b.pass(ctx, e, images, round >= b.Warmup, s); err != nil {
				return err
			}
			b.progress.Report(work.Advanced(len(puzzles)))
		}
	}
	return nil
}

// image is a puzzle of a round and how to get back from its grids to those of the puzzle as it was given.
type image struct {
	puzzle *sudoku.Puzzle
	given  *sudoku.Puzzle
	back   *symmetry.Transform // nil for the puzzle itself
}

// images returns the puzzles of a round: the same for all solvers.
func (b *benching) images(puzzles []*sudoku.Puzzle, round int) []image {
	rng := rand.New(rand.NewPCG(b.Seed, uint64(round)))
	images := make([]image, len(puzzles))
	for i, p := range puzzles {
		images[i].puzzle = p
		if b.Permute {
			t := symmetry.Random(p, rng)
			there, err := t.Puzzle(p)
			if err != nil {
				panic(err) // a symmetry keeps the constraints
			}
			back := t.Inverse()
			images[i] = image{there, p, &back}
		}
	}
	return images
}

// pass runs one solver over the puzzles of a round. Answers are stored after the clock has stopped.
func (b *benching) pass(ctx context.Context, e *entrant, images []image, counts bool,
	s *saver) error {
	feed := func(yield func(runner.Item, error) bool) {
		for i := range images {
			if !yield(runner.Item{Number: uint64(i), Puzzle: images[i].puzzle}, nil) {
				return
			}
		}
	}
	ask := b.Ask
	ask.Workers = 1
	results := make([]sudoku.Result, len(images))
	before, _ := e.plugin.Usage()
	start := time.Now()
	err := e.plugin.Solve(ctx, feed, runner.Options{Ask: ask},
		func(i uint64, r sudoku.Result) error {
			results[i] = r
			return nil
		})
	wall := time.Since(start)
	if err != nil || !counts {
		return err
	}
	after, _ := e.plugin.Usage()
	cpu := (after.User + after.System) - (before.User + before.System)
	for i, r := range results {
		e.selfs = append(e.selfs, r.Stats.Elapsed)
		e.verdicts[r.Verdict]++
		e.guesses += r.Stats.Guesses
		for _, m := range r.Stats.Extra {
			e.measures[m.Name] += m.Value
		}
		results[i] = images[i].original(r)
	}
	e.passed(len(results), wall, cpu)
	return s.pass(ctx, e, results, wall, cpu)
}

// original returns the answer to the puzzle as it was given.
func (m image) original(r sudoku.Result) sudoku.Result {
	if m.back == nil {
		return r
	}
	for k, grid := range r.Solutions {
		r.Solutions[k] = m.back.Grid(grid)
	}
	r.Puzzle = m.given
	return r
}

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
	if b.Store == nil {
		return nil, nil
	}
	library, err := b.Store(ctx)
	if err != nil {
		return nil, err
	}
	s := &saver{store: library, tasks: map[*entrant]*store.Task{}}
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

// pass stores the answers of one round. A puzzle that appears twice in the input counts once, one that is deleted not
// at all.
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
