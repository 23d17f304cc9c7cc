package puzzles

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/run"
)

// benchOptions are the flags of bench.
type benchOptions struct {
	app     *app.App
	sample  string
	save    bool
	request run.BenchRequest
}

// Bench is the command that measures the speed of solvers.
func Bench(a *app.App) *cobra.Command {
	o := &benchOptions{app: a}
	c := app.Command("bench", o.run)
	c.Long += "\n\n" + sampleHelp()
	f := c.Flags()
	f.StringSliceVar(&o.request.Solvers, "solver", nil,
		"`IDs` of plugins, separated by commas (default run.solvers of the config)")
	f.StringVar(&o.sample, "sample", "", "sample `NAME` instead of files")
	f.IntVar(&o.request.Repeat, "repeat", 3, "rounds that count")
	f.IntVar(&o.request.Warmup, "warmup", 1, "warm-up rounds before those")
	f.BoolVar(&o.request.Permute, "permute", true, "draw another image of every puzzle for each round")
	f.IntVar(&o.request.Limit, "limit", 2, "stop at this many solutions of a puzzle, 0 = no limit")
	f.DurationVar(&o.request.Timeout, "timeout", 10*time.Second, "time limit for each puzzle, 0 = no limit")
	f.Uint64Var(&o.request.Seed, "seed", 1, "seed of the permutations and of algorithms that use random numbers")
	f.BoolVar(&o.save, "save", true, "store the answers as a run, for compare")
	app.Renamed(c, map[string]string{"most": "count"})
	f.IntVarP(&o.request.Most, "count", "n", 100_000, "use at most this many puzzles; they are held in memory")
	return c
}

// sampleHelp returns a line that lists the samples, for the help of commands that read puzzles.
func sampleHelp() string {
	return fmt.Sprintf("samples inside the program: sample:%s", strings.Join(input.SampleNames(), ", sample:"))
}

// files are the files that the command line names.
func (o *benchOptions) files(args []string) ([]string, error) {
	if o.sample == "" {
		return args, nil
	}
	if len(args) > 0 {
		return nil, app.UsageErrorf("--sample and files exclude each other")
	}
	return []string{input.SamplePrefix + o.sample}, nil
}

// run measures, and prints the table and the ratio.
func (o *benchOptions) run(ctx context.Context, args []string) error {
	app.CollectLess() // it is not the collector that is measured
	args, err := o.files(args)
	if err != nil {
		return err
	}
	a := o.app
	if o.request.Inputs, err = a.Inputs(args); err != nil {
		return err
	}
	if o.request.Solvers, err = a.ChosenPlugins(ctx, o.request.Solvers, a.Config.Run.Solvers,
		sudoku.PowerSolve); err != nil {
		return err
	}
	env := a.Env(nil)
	if o.save {
		o.request.Store = func(ctx context.Context) (s *store.Store, err error) {
			env.Store, err = a.OpenStore(ctx)
			return env.Store, err
		}
	}
	talk := a.Screen()
	record, err := run.Bench(ctx, env, o.request, talk.Report)
	talk.End()
	if env.Store != nil {
		defer env.Store.Close()
	}
	if err != nil {
		return err
	}
	return report(a, record)
}

// report shows a benchmark: JSON the whole of it, the other formats a row for each solver.
func report(a *app.App, b *run.BenchRecord) error {
	if f := a.Format("table", "tsv"); f == "json" || f == "jsonl" {
		return a.Encode(f, b)
	}
	for _, w := range b.Warnings {
		a.Remark("warning: %s", w)
	}
	columns := screen.Columns[run.SolverRecord]{Cells: func(s run.SolverRecord) []any { return solverCells(b, &s) }}
	if err := columns.Write(a.Streams, b.Solvers...); err != nil || b.Sentence == "" {
		return err
	}
	a.Remark("%s", b.Sentence)
	return nil
}

// solverCells are what is shown of a solver. People read verdicts, spread and ratio as words.
func solverCells(b *run.BenchRecord, s *run.SolverRecord) []any {
	beside := "-"
	if s.ID != b.Solvers[0].ID {
		beside = s.Beside.Short()
	}
	cells := []any{"solver", s.ID, "version", s.Version, screen.People("beside " + b.Solvers[0].ID), beside,
		"solved", s.Solved, "unique", s.Unique, screen.Programs("multiple"), s.Multiple}
	var others []string // verdicts that are no success
	for _, v := range []struct {
		name  string
		count int
	}{
		{"impossible", s.Impossible}, {"gave_up", s.GaveUp}, {"timeout", s.Timeout}, {"wrong", s.Wrong},
		{"crashed", s.Crashed}, {"unsupported", s.Unsupported},
	} {
		cells = append(cells, screen.Programs(v.name), v.count)
		if v.count > 0 {
			others = append(others, fmt.Sprintf("%s %d", strings.ReplaceAll(v.name, "_", " "), v.count))
		}
	}
	return append(cells, screen.People("other"), strings.Join(others, ", "),
		"median_ns", s.SelfNs.Median, screen.People("mean ± σ"), meanText(&s.SelfNs),
		screen.Programs("mean_ns"), s.SelfNs.Mean,
		screen.Programs("sd_ns"), s.SelfNs.SD, "p99_ns", s.SelfNs.P99, "per_second_self", s.PerSecondSelf,
		"per_second_wall", s.PerSecondWall, "guesses_mean", s.GuessesMean, "cpu_s", s.CPUS, "rss_bytes", s.RSSMaxBytes,
		screen.Programs("ratio"), s.Ratio, screen.Programs("ratio_sd"), s.RatioSD)
}

// meanText is the mean with its deviation over the rounds: "10.3µs ± 200ns".
func meanText(s *run.SelfRecord) string {
	text := stats.Duration(time.Duration(s.Mean))
	if s.SD > 0 {
		text += " ± " + stats.Duration(time.Duration(s.SD))
	}
	return text
}
