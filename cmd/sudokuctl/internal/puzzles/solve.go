package puzzles

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/runs"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
)

type solveOptions struct {
	app        *app.App
	solver     string
	path       string
	limit      int
	count      bool
	timeout    time.Duration
	seed       uint64
	jobs       int
	save       bool
	exitStatus bool
	trace      string
}

func Solve(a *app.App) *cobra.Command {
	o := &solveOptions{app: a}
	c := &cobra.Command{
		Use:   "solve [PUZZLE|FILE|-]…",
		Short: "solve puzzles with a plugin",
		Long: `Solve puzzles and print their solutions in the order of the input: as grids on a terminal,
one solution a line in a pipe. With --limit 2, the default, a puzzle with one solution is proved to
have no other.

--trace writes the curves that a solver tells of its search, for plots: convex the entropy after
each INIT, DOWN and UP and its programs by node of the tree, ga the best entropy by generation.`,
		Example: `  sudokuctl solve 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  sudokuctl solve sample:famous -o jsonl
  sudokuctl solve --limit 0 --count 1.3.............
  sudokuctl solve sample:famous --solver convex --limit 1 --trace entropy.csv -o jsonl
  cat puzzles.txt | sudokuctl solve --solver dlx -o csv -`,
		RunE: func(c *cobra.Command, args []string) error { return o.run(c.Context(), args) },
	}
	f := c.Flags()
	f.StringVar(&o.solver, "solver", "entropybt", "plugin `ID`")
	f.StringVar(&o.path, "plugin", "", "run the plugin at `PATH`, a file or a folder, without installing it")
	f.IntVar(&o.limit, "limit", 2, "solutions wanted of each puzzle, 0 = all")
	f.BoolVar(&o.count, "count", false, "print how many solutions were found, not the solutions")
	f.DurationVar(&o.timeout, "timeout", 0, "time for each puzzle, 0 = no limit")
	f.Uint64Var(&o.seed, "seed", 1, "seed of algorithms that use random numbers")
	f.IntVar(&o.jobs, "jobs", 0, "puzzles solved at the same time, 0 = one for each processor")
	f.BoolVar(&o.save, "save", false, "store puzzles and answers in the database")
	f.BoolVar(&o.exitStatus, "exit-status", false, "exit with 3, 4 or 5 when a puzzle has none, several or "+
		"unknown solutions")
	f.StringVar(&o.trace, "trace", "", "write the solver's curves, a point a line, into `FILE` (.csv or .jsonl)")
	c.MarkFlagsMutuallyExclusive("solver", "plugin")
	c.MarkFlagsMutuallyExclusive("save", "trace")
	return c
}

func (o *solveOptions) run(ctx context.Context, args []string) error {
	if o.limit < 0 || o.timeout < 0 || o.jobs < 0 {
		return app.UsageErrorf("--limit, --timeout and --jobs must not be negative")
	}
	in, err := o.app.Puzzles(args)
	if err != nil {
		return err
	}
	if o.save {
		if o.path != "" {
			return app.UsageErrorf("--save needs a solver from the config, not --plugin")
		}
		inputs, err := o.app.Inputs(args)
		if err != nil {
			return err
		}
		return runs.Begin(ctx, o.app, work.RunRequest{Command: "solve", Inputs: inputs, Solvers: []string{o.solver},
			Graders: []string{},
			Ask:     sudoku.Ask{Limit: o.limit, Timeout: o.timeout, Workers: o.jobs, Seed: o.seed}})
	}
	p, err := o.app.Open(ctx, o.solver, o.path)
	if err != nil {
		return err
	}
	out, err := o.output(p.Info())
	if err != nil {
		return err
	}
	var t *tracing
	if o.trace != "" {
		if t, err = newTracing(o.trace); err != nil {
			return err
		}
	}
	walkErr := o.solve(ctx, p, in, out, t)
	if t != nil {
		walkErr = cmp.Or(walkErr, t.end(o.app))
	}
	if err := out.end(); err != nil && walkErr == nil {
		walkErr = err
	}
	return cmp.Or(walkErr, in.Verdict(), out.status(o.exitStatus))
}

// solve feeds the input to the plugin and shows the results in the order of the input. Where givens clash the
// verdict is Invalid, whatever the plugin says. A t that is not nil takes the solver's curves.
func (o *solveOptions) solve(ctx context.Context, p *host.Plugin, in *app.Input, out *solveOutput,
	t *tracing) error {
	feed := func(yield func(host.Item, error) bool) {
		number := uint64(0)
		more := true
		err := in.Each(ctx, func(q *sudoku.Puzzle) bool {
			number++
			if t != nil {
				t.begin(number, q.Name)
			}
			more = yield(host.Item{Number: number, Puzzle: q}, nil)
			return more
		})
		if err != nil && more {
			yield(host.Item{}, err)
		}
	}
	title, options := "solving", o.host()
	if o.count {
		title = "counting"
	}
	bar := o.app.Progress(title, 0)
	defer bar.End()
	if o.count {
		options.Progress = counted(bar)
	}
	if t != nil {
		options.Trace = t.point
	}
	return p.Solve(ctx, feed, options,
		func(number uint64, r sudoku.Result) error {
			if t != nil {
				t.over(number)
			}
			if !o.count {
				bar.Add(1)
			}
			if clash := sudoku.CheckGivens(r.Puzzle); clash != nil {
				r = sudoku.Result{Puzzle: r.Puzzle, Verdict: sudoku.Invalid, Err: clash, Stats: r.Stats}
			}
			return out.show(&r)
		})
}

// counted moves a bar by the solutions that are new since it was last told of the same puzzle.
func counted(bar *app.Progress) func(number uint64, found int64) {
	last := map[uint64]int64{}
	return func(number uint64, found int64) {
		bar.Add(int(found - last[number]))
		clear(last)
		last[number] = found
	}
}

func (o *solveOptions) host() host.SolveOptions {
	return host.SolveOptions{Ask: sudoku.Ask{Limit: o.limit, Seed: o.seed, Timeout: o.timeout, Workers: o.jobs}, CountOnly: o.count, Ordered: true}
}

// solveOutput shows results in one format and remembers the worst verdict.
type solveOutput struct {
	app       *app.App
	info      sudoku.Info
	format    string
	countOnly bool
	listing   *app.Listing
	out       *bufio.Writer
	worst     int // exit code
}

func (o *solveOptions) output(info sudoku.Info) (*solveOutput, error) {
	out := &solveOutput{app: o.app, info: info, countOnly: o.count, format: o.app.Format("grid", "line"),
		out: bufio.NewWriter(o.app.Stdout)}
	if out.format == "grid" || out.format == "line" {
		return out, nil
	}
	var err error
	out.listing, err = o.app.Listing(solveColumns...)
	return out, err
}

func (s *solveOutput) show(r *sudoku.Result) error {
	s.worst = max(s.worst, statusOf(r.Verdict))
	switch {
	case s.listing != nil:
		record := newSolveRecord(s.info, r, s.countOnly)
		return s.listing.Row(record, record.cells()...)
	case s.countOnly:
		s.out.WriteString(strconv.FormatInt(r.Count, 10) + "\n")
	case s.format == "grid":
		s.grid(r)
	default:
		s.lines(r)
	}
	return s.out.Flush()
}

// lines writes one solution a line, or the verdict where there is none.
func (s *solveOutput) lines(r *sudoku.Result) {
	for _, grid := range r.Solutions {
		s.out.WriteString(r.Puzzle.Geometry.FormatGrid(grid) + "\n")
	}
	if len(r.Solutions) == 0 {
		s.out.WriteString(r.Verdict.String() + "\n")
		if r.Err != nil {
			s.app.Remark("%s: %v", r.Puzzle.Name, r.Err)
		}
	}
}

func (s *solveOutput) grid(r *sudoku.Result) {
	title := r.Puzzle.Name
	if r.Puzzle.Comment != "" {
		title += "  " + r.Puzzle.Comment
	}
	fmt.Fprintf(s.out, "%s\n", title)
	if len(r.Solutions) == 0 {
		s.out.WriteString(screen.PictureOf(s.app, r.Puzzle, r.Puzzle.Givens))
	}
	for _, grid := range r.Solutions {
		s.out.WriteString(screen.PictureOf(s.app, r.Puzzle, grid))
	}
	fmt.Fprintf(s.out, "%s · %s · %d %s", r.Verdict, r.Stats.Elapsed, r.Stats.Guesses,
		map[bool]string{true: "guess", false: "guesses"}[r.Stats.Guesses == 1])
	if r.Err != nil {
		fmt.Fprintf(s.out, " · %v", r.Err)
	}
	s.out.WriteString("\n\n")
}

func (s *solveOutput) end() error {
	if s.listing != nil {
		return s.listing.End()
	}
	return s.out.Flush()
}

// statusOf returns the exit code that a verdict asks for with --exit-status.
func statusOf(v sudoku.Verdict) int {
	switch v {
	case sudoku.Impossible, sudoku.Invalid:
		return app.ExitImpossible
	case sudoku.Multiple:
		return app.ExitMultiple
	case sudoku.Unknown, sudoku.Timeout, sudoku.Unsupported:
		return app.ExitUnknown
	case sudoku.Wrong, sudoku.Crashed:
		return app.ExitPlugin
	}
	return app.ExitDone
}

// status is the error that carries the worst verdict's exit code, where one was asked for; a plugin's fault
// always counts.
func (s *solveOutput) status(asked bool) error {
	if s.worst == app.ExitPlugin {
		return &app.Failure{Code: app.ExitPlugin, Cause: fmt.Errorf("plugin %q failed on a puzzle", s.info.ID)}
	}
	if !asked || s.worst == app.ExitDone {
		return nil
	}
	return &app.Failure{Code: s.worst}
}
