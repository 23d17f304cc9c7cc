package runs

import (
	"cmp"
	"context"
	"math/rand/v2"
	"time"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
)

type benchOptions struct {
	app     *app.App
	solvers []string
	sample  string
	repeat  int
	warmup  int
	permute bool
	limit   int
	timeout time.Duration
	seed    uint64
	most    int
	save    bool
}

func Bench(a *app.App) *cobra.Command {
	o := &benchOptions{app: a}
	c := &cobra.Command{
		Use:   "bench [FILE…]",
		Short: "compare the speed of solvers fairly",
		Long: `Compare solvers on the same puzzles: one worker each, the solvers in turn (A B C A B C …),
after a warm-up. With --permute every round sees other images of the puzzles under the symmetries of
their geometry, so that no solver profits from the order of cells or digits. Self time is what the
algorithm itself took; wall time is the whole pass through the plugin process, verification of every
solution included.

` + app.SampleHelp(),
		Example: `  sudokuctl bench --sample famous --solver entropybt,dlx
  sudokuctl bench puzzles.txt --solver entropybt --repeat 5 --permute -o json`,
		RunE: func(c *cobra.Command, args []string) error { return o.run(c.Context(), args) },
	}
	f := c.Flags()
	f.StringSliceVar(&o.solvers, "solver", nil, "plugin `IDs` (default run.solvers of the config)")
	f.StringVar(&o.sample, "sample", "", "sample `NAME` instead of files")
	f.IntVar(&o.repeat, "repeat", 3, "rounds that count")
	f.IntVar(&o.warmup, "warmup", 1, "rounds before them")
	f.BoolVar(&o.permute, "permute", false, "draw another image of every puzzle for each round")
	f.IntVar(&o.limit, "limit", 2, "solutions wanted of each puzzle, 0 = all")
	f.DurationVar(&o.timeout, "timeout", 10*time.Second, "time for each puzzle")
	f.Uint64Var(&o.seed, "seed", 1, "seed of the permutations and of algorithms that use random numbers")
	f.BoolVar(&o.save, "save", true, "store the answers as a run, for compare")
	f.IntVar(&o.most, "most", 100_000, "puzzles taken at most; they are held in memory")
	return c
}

func (o *benchOptions) run(ctx context.Context, args []string) error {
	if o.repeat < 1 || o.warmup < 0 || o.limit < 0 || o.most < 1 {
		return app.UsageErrorf("--repeat and --most must be at least 1, --warmup and --limit not negative")
	}
	if o.sample != "" {
		if len(args) > 0 {
			return app.UsageErrorf("--sample and files exclude each other")
		}
		args = []string{work.SamplePrefix + o.sample}
	}
	puzzles, err := o.load(ctx, args)
	if err != nil {
		return err
	}
	if len(o.solvers) == 0 {
		o.solvers = o.app.Config.Run.Solvers
	}
	var entrants []*entrant
	for _, id := range o.solvers {
		p, err := o.app.Open(ctx, id, "")
		if err != nil {
			return err
		}
		if info := p.Info(); !info.Has("solve") {
			return app.UsageErrorf("plugin %q cannot solve; it can %v", id, info.Powers)
		}
		entrants = append(entrants, &entrant{plugin: p, verdicts: map[sudoku.Verdict]int{},
			measures: map[string]float64{}})
	}
	s, err := o.saver(ctx, puzzles, entrants)
	if err != nil {
		return err
	}
	err = o.rounds(ctx, puzzles, entrants, s)
	run, saveErr := s.end(ctx, err)
	if err := cmp.Or(err, saveErr); err != nil {
		return err
	}
	return o.report(len(puzzles), entrants, run)
}

func (o *benchOptions) load(ctx context.Context, args []string) ([]*sudoku.Puzzle, error) {
	in, err := o.app.Puzzles(args)
	if err != nil {
		return nil, err
	}
	var puzzles []*sudoku.Puzzle
	err = in.Each(ctx, func(p *sudoku.Puzzle) bool {
		puzzles = append(puzzles, p)
		return len(puzzles) < o.most
	})
	if err == nil && len(puzzles) == 0 {
		err = app.UsageErrorf("no puzzles to bench")
	}
	return puzzles, err
}

// rounds runs the solvers in turn, round by round.
func (o *benchOptions) rounds(ctx context.Context, puzzles []*sudoku.Puzzle, entrants []*entrant,
	s *benchSaver) error {
	bar := o.app.Progress("benchmark", int64(len(puzzles)*len(entrants)*(o.warmup+o.repeat)))
	defer bar.End()
	for round := range o.warmup + o.repeat {
		images := o.images(puzzles, round)
		for _, e := range entrants {
			if err := o.pass(ctx, e, images, round >= o.warmup, s); err != nil {
				return err
			}
			bar.Add(len(puzzles))
		}
	}
	return nil
}

// image is a puzzle of a round and how to get back from its grids to those of the puzzle as it was given.
type image struct {
	puzzle *sudoku.Puzzle
	back   *sudoku.Transform // nil for the puzzle itself
}

// images returns the puzzles of a round: the same for all solvers.
func (o *benchOptions) images(puzzles []*sudoku.Puzzle, round int) []image {
	rng := rand.New(rand.NewPCG(o.seed, uint64(round)))
	images := make([]image, len(puzzles))
	for i, p := range puzzles {
		images[i].puzzle = p
		if o.permute {
			t := sudoku.RandomTransform(p.Geometry, rng)
			back := t.Inverse()
			images[i] = image{t.Puzzle(p), &back}
		}
	}
	return images
}

// pass runs one solver over the puzzles of a round. Answers are stored after the clock has stopped.
func (o *benchOptions) pass(ctx context.Context, e *entrant, images []image, counts bool,
	s *benchSaver) error {
	feed := func(yield func(host.Item, error) bool) {
		for i := range images {
			if !yield(host.Item{Number: uint64(i), Puzzle: images[i].puzzle}, nil) {
				return
			}
		}
	}
	results := make([]sudoku.Result, len(images))
	before, _ := e.plugin.Usage()
	start := time.Now()
	err := e.plugin.Solve(ctx, feed, host.SolveOptions{Ask: sudoku.Ask{Limit: o.limit, Seed: o.seed, Timeout: o.timeout, Workers: 1}},
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
		e.add(&r)
		results[i] = images[i].original(r)
	}
	e.passed(wall, cpu)
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
	r.Puzzle = m.back.Puzzle(m.puzzle)
	return r
}
