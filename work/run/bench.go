package run

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
)

// A BenchRequest asks for solvers to be compared on the same puzzles.
type BenchRequest struct {
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

// Bench runs solvers in turn over the same puzzles, one puzzle at a time, and sums up what they did: self time as the
// plugins count it, wall time and CPU of their processes.
//
//   - All puzzles are read first and held in memory, so that no file is read while the clock runs.
//   - In each round the solvers take turns over all puzzles, so a machine that is slow for a minute is slow for all of
//     them.
//   - Rounds of warm-up come first and do not count: caches fill, and interpreters compile.
//   - With Permute a round has images of the puzzles, the same for all solvers, so that no solver profits from the order
//     of cells or digits. A grid is taken back by the inverse before it is stored, so that solvers can be compared puzzle
//     by puzzle.
//   - One worker asks one puzzle at a time, so that self times of a puzzle do not depend on its neighbours.
//   - Answers are verified and stored when the clock has stopped.
func Bench(ctx context.Context, env *work.Env, req BenchRequest, progress work.Progress) (*BenchRecord, error) {
	if req.Repeat < 1 || req.Warmup < 0 || req.Limit < 0 || req.Most < 1 {
		return nil, work.RequestErrorf("repeat and most must be at least 1, warmup and limit not negative")
	}
	b := &benching{BenchRequest: req, env: env, progress: progress}
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
	for _, c := range solvers {
		b.entrants = append(b.entrants, &entrant{plugin: c.Plugin, verdicts: map[sudoku.Verdict]int{},
			measures: map[string]float64{}})
	}
	if req.Store != nil {
		if b.store, err = req.Store(ctx); err == nil {
			err = b.begin(ctx, puzzles)
		}
		if err != nil {
			return nil, err
		}
	}
	err = b.rounds(ctx, puzzles)
	if b.store != nil {
		err = cmp.Or(err, b.store.SetRunState(context.WithoutCancel(ctx), b.run, endState(ctx, err)))
	}
	if err != nil {
		return nil, err
	}
	return b.record(len(puzzles)), nil
}

// benching is a benchmark under way.
type benching struct {
	BenchRequest
	env      *work.Env
	progress work.Progress
	entrants []*entrant

	store *store.Store // nil to store nothing
	run   int64
	ids   []int64 // of the puzzles in the library, 0 of those that are deleted
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
func (b *benching) rounds(ctx context.Context, puzzles []*sudoku.Puzzle) error {
	steps := len(puzzles) * len(b.entrants) * (b.Warmup + b.Repeat)
	defer b.progress.Stage(work.Begun{Stage: "benchmark", Total: int64(steps)})()
	for round := range b.Warmup + b.Repeat {
		images := b.images(puzzles, round)
		for _, e := range b.entrants {
			if err := b.pass(ctx, e, images, round >= b.Warmup); err != nil {
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
func (b *benching) pass(ctx context.Context, e *entrant, images []image, counts bool) error {
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
	return b.save(ctx, e, results, store.Usage{Wall: wall, CPU: cpu, RSSMaxBytes: after.PeakRSS})
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

// begin imports the puzzles as they were given, not as their images, and begins a run.
func (b *benching) begin(ctx context.Context, puzzles []*sudoku.Puzzle) error {
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
	selection, ids := store.Selection{Sources: []int64{sum.Source}}, map[string]int64{}
	for listed, err := range b.store.List(ctx, store.Filter{Selection: selection}) {
		if err != nil {
			return err
		}
		ids[listed.Puzzle.String()] = listed.ID
	}
	for _, p := range puzzles {
		b.ids = append(b.ids, ids[p.String()])
	}
	record := store.NewRun("bench")
	record.Version, record.Seed = b.env.Version, b.Seed
	record.Options = map[string]any{"solvers": b.Solvers, "repeat": b.Repeat, "warmup": b.Warmup,
		"permute": b.Permute, "limit": b.Limit, "timeout": b.Timeout.String()}
	if b.run, err = b.store.StartRun(ctx, record, selection); err != nil {
		return err
	}
	for _, e := range b.entrants {
		task, err := newJobTask(e.plugin, sudoku.PowerSolve, b.Ask)
		if err != nil {
			return err
		}
		asked, err := task.work(e.plugin)
		if err != nil {
			return err
		}
		asked.Repeat = true
		if e.task, err = b.store.StartTask(ctx, b.run, asked); err != nil {
			return err
		}
	}
	return nil
}

// save stores the answers of one round. A puzzle that appears twice in the input counts once, one that is deleted not
// at all.
func (b *benching) save(ctx context.Context, e *entrant, results []sudoku.Result, used store.Usage) error {
	if b.store == nil {
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
	return cmp.Or(e.task.SaveResults(ctx, answers), e.task.AddUsage(ctx, used))
}
