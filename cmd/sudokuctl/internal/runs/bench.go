package runs

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/work"
)

type benchOptions struct {
	app     *app.App
	sample  string
	request work.BenchRequest
}

func Bench(a *app.App) *cobra.Command {
	o := &benchOptions{app: a}
	c := &cobra.Command{
		Use:   "bench [FILE…]",
		Short: "Compare the speed of solvers fairly",
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
	f.StringSliceVar(&o.request.Solvers, "solver", nil, "`IDs` of plugins, separated by commas (default run.solvers of the config)")
	f.StringVar(&o.sample, "sample", "", "sample `NAME` instead of files")
	f.IntVar(&o.request.Repeat, "repeat", 3, "rounds that count")
	f.IntVar(&o.request.Warmup, "warmup", 1, "rounds before them")
	f.BoolVar(&o.request.Permute, "permute", false, "draw another image of every puzzle for each round")
	f.IntVar(&o.request.Limit, "limit", 2, "stop at this many solutions of a puzzle, 0 = no limit")
	f.DurationVar(&o.request.Timeout, "timeout", 10*time.Second, "time limit for each puzzle, 0 = no limit")
	f.Uint64Var(&o.request.Seed, "seed", 1, "seed of the permutations and of algorithms that use random numbers")
	f.BoolVar(&o.request.Save, "save", true, "store the answers as a run, for compare")
	f.IntVar(&o.request.Most, "most", 100_000, "use at most this many puzzles; they are held in memory")
	return c
}

func (o *benchOptions) run(ctx context.Context, args []string) error {
	if o.sample != "" {
		if len(args) > 0 {
			return app.UsageErrorf("--sample and files exclude each other")
		}
		args = []string{work.SamplePrefix + o.sample}
	}
	a := o.app
	var err error
	if o.request.Inputs, err = a.Inputs(args); err != nil {
		return err
	}
	if len(o.request.Solvers) == 0 {
		o.request.Solvers = a.Config.Run.Solvers
	}
	env := a.Env(nil)
	if o.request.Save {
		if env.Store, err = a.OpenStore(ctx); err != nil {
			return err
		}
		defer env.Store.Close()
	}
	talk := a.Screen()
	record, err := work.Bench(ctx, env, o.request, talk.Tell)
	talk.End()
	if err != nil {
		return app.UnpackHint(err)
	}
	return report(a, record)
}

func report(a *app.App, record *work.BenchRecord) error {
	if f := a.Format("table", "tsv"); f == "json" || f == "jsonl" {
		write := work.WriteLine
		if f == "json" {
			write = work.WriteIndented
		}
		return write(a.Stdout, record)
	}
	for _, w := range record.Warnings {
		a.Remark("warning: %s", w)
	}
	return table(a, record)
}

func table(a *app.App, record *work.BenchRecord) error {
	l, err := a.Listing("solver", "version", "solved", "unique", "other", "median", "mean", "p99",
		"per second self", "per second wall", "guesses", "cpu", "memory", "against "+record.Solvers[0].ID)
	if err != nil {
		return err
	}
	first := record.Solvers[0].PerSecondSelf
	for _, s := range record.Solvers {
		if err := l.Row(s, s.ID, s.Version, fmt.Sprint(s.Solved), fmt.Sprint(s.Unique), others(&s),
			screen.TimeText(time.Duration(s.SelfNs.Median)), screen.TimeText(time.Duration(s.SelfNs.Mean)),
			screen.TimeText(time.Duration(s.SelfNs.P99)),
			screen.Figure(s.PerSecondSelf), screen.Figure(s.PerSecondWall), fmt.Sprintf("%.1f", s.GuessesMean),
			fmt.Sprintf("%.3fs", s.CPUS), fmt.Sprintf("%.1f MiB", float64(s.RSSMaxBytes)/(1<<20)),
			fmt.Sprintf("%.3g×", s.PerSecondSelf/first)); err != nil {
			return err
		}
	}
	return l.End()
}

// others lists the verdicts that are no success.
func others(s *work.SolverRecord) string {
	var texts []string
	for _, v := range []struct {
		name  string
		count int
	}{
		{"impossible", s.Impossible}, {"gave up", s.GaveUp}, {"timeout", s.Timeout}, {"wrong", s.Wrong},
		{"crashed", s.Crashed}, {"unsupported", s.Unsupported},
	} {
		if v.count > 0 {
			texts = append(texts, fmt.Sprintf("%s %d", v.name, v.count))
		}
	}
	return strings.Join(texts, ", ")
}
