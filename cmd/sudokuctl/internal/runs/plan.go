package runs

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/fleet"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/run"
)

type planOptions struct {
	app       *app.App
	out       string
	where     *string // the condition that chooses puzzles of the database, nil if it is about others
	request   fleet.PlanRequest
	generator string
	count     int64
	clues     string
	order     fleet.Order

	cpuTimeout time.Duration
}

// Plan is the command "plan".
func Plan(a *app.App) *cobra.Command {
	o := &planOptions{app: a}
	var where string
	c := &cobra.Command{
		Use:   "plan FILE…",
		Short: "Plan a job for many machines",
		Long: `Write a plan: a JSON file that describes a job for many machines completely. It names the inputs with
their hashes, the plugins with version, settings and seed, and the chunks that the inputs are cut
into, each about ten seconds of work. Any machine that sees the plan, the inputs and a common folder
can compute chunks of it, with "run --plan"; "submit" writes the job file of a batch scheduler.

--where takes puzzles of the database instead. They are copied into a file
beside the plan, so that other machines need no database and a change of it changes nothing.`,
		Example: `  sudokuctl plan puzzles.txt --solver entropybt --grader rules --out plan.json
  sudokuctl plan --where 'clues <= 24 && tag == "new"' --grader rules --out plan.json
  sudokuctl plan --generate 1000000 --grader rules --seed 1 --out plan.json
  sudokuctl run --plan plan.json --out parts --shard 1/2`,
		RunE: func(c *cobra.Command, args []string) error {
			if c.Flags().Changed("where") {
				o.where = &where
			}
			return o.run(c.Context(), args)
		},
	}
	f := c.Flags()
	r := &o.request
	f.StringVar(&where, "where", "", "take the puzzles of the database that fit a `CONDITION`, as for list; \"\" for all")
	f.StringVar(&o.out, "out", "plan.json", "`FILE` to write the plan to")
	f.StringSliceVar(&r.Solvers, "solver", nil, "solvers")
	f.StringSliceVar(&r.Graders, "grader", nil, "graders")
	f.IntVar(&r.Ask.Limit, "limit", 2, "stop at this many solutions of a puzzle, 0 = no limit")
	f.DurationVar(&r.Ask.Timeout, "timeout", 0, "time limit for each puzzle, 0 = none")
	f.DurationVar(&o.cpuTimeout, "cpu-timeout", 0,
		"CPU time limit for each puzzle instead, 100ms at least, for machines that do other things too")
	f.IntVar(&r.Repeat, "repeat", 1, "compute everything this often: merge gives mean times with intervals")
	f.Uint64Var(&r.Ask.Seed, "seed", 0, "seed of algorithms that use random numbers, and of generated puzzles")
	f.DurationVar(&r.ChunkTime, "chunk", 10*time.Second, "work in a chunk")
	f.IntVar(&r.Records, "chunk-size", 0, "puzzles in a chunk, instead of --chunk")
	f.Int64Var(&o.count, "generate", 0, "number of puzzles to generate instead of reading files")
	f.StringVar(&o.generator, "generator", "", "generator (default: the first one found)")
	f.StringVar(&o.order.Geometry, "geometry", "9", "geometry of the puzzles to generate")
	f.StringVar(&o.clues, "clues", "", "number of their clues: 24, or a `RANGE` such as 24..28 (default: no given can be left out)")
	app.OneOf(f, &o.order.Symmetry, "symmetry", "", sudoku.SymmetryNames, "symmetry of their patterns")
	f.BoolVar(&o.order.Unchecked, "allow-multiple", false, "remove givens without a check: for experiments only")
	c.MarkFlagsMutuallyExclusive("timeout", "cpu-timeout")
	return c
}

// leastCPU is the shortest limit of CPU time that can be kept to.
const leastCPU = 100 * time.Millisecond

func (o *planOptions) run(ctx context.Context, args []string) error {
	o.request.Inputs = args
	switch {
	case len(args) == 0 && o.count == 0 && o.where == nil:
		return app.UsageErrorf("no puzzles to plan for: name files or samples, or use --where CONDITION or --generate N")
	case len(args) > 0 && o.where != nil:
		return app.UsageErrorf("--where picks puzzles of the database; leave out %q", args[0])
	case len(args) > 0 && o.count > 0:
		return app.UsageErrorf("files and --generate exclude each other")
	case o.where != nil && o.count > 0:
		return app.UsageErrorf("--where and --generate exclude each other")
	case o.request.Repeat < 1 || o.request.Repeat > 1000:
		return app.UsageErrorf("--repeat must be from 1 to 1000, not %d", o.request.Repeat)
	case o.cpuTimeout != 0 && o.cpuTimeout < leastCPU:
		return app.UsageErrorf("--cpu-timeout must be at least %v, not %v: systems count CPU time in steps of 10ms", leastCPU, o.cpuTimeout)
	case len(o.request.Solvers)+len(o.request.Graders) == 0:
		return app.UsageErrorf("nothing to do in the plan: use --solver or --grader")
	}
	if o.cpuTimeout > 0 {
		o.request.Ask.Timeout, o.request.OnCPU = o.cpuTimeout, true
	}
	if o.count > 0 {
		generator, err := o.app.Env(nil).Generator(ctx, o.generator)
		if err != nil {
			return err
		}
		if o.order.CluesMin, o.order.CluesMax, err = app.ParseClues(o.clues); err != nil {
			return err
		}
		o.order.Generator, o.order.Minimal, o.order.Seed = generator.ID(), o.clues == "", o.request.Ask.Seed
		o.request.Count, o.request.Generate = o.count, &o.order
	}
	if o.where != nil {
		return o.app.WithLibrary(ctx, func(s *store.Store) error {
			o.request.Library = &fleet.Choice{Library: o.app.Config.Database, Where: *o.where,
				Puzzles: s.List(ctx, o.app.Env(s).Filter(*o.where)), Dir: filepath.Dir(o.out)}
			return o.plan(ctx)
		})
	}
	return o.plan(ctx)
}

// nameTagged puts the plugins that have a tag now in the place of the tag, for a plan names plugins.
func (o *planOptions) nameTagged(ctx context.Context) error {
	r := &o.request
	if !slices.ContainsFunc(slices.Concat(r.Solvers, r.Graders),
		func(name string) bool { return strings.HasPrefix(name, work.TagPrefix) }) {
		return nil
	}
	run := run.Request{Solvers: r.Solvers, Graders: r.Graders}
	if err := run.Choose(ctx, o.app.Env(nil)); err != nil {
		return err
	}
	r.Solvers, r.Graders = run.Solvers, run.Graders
	return nil
}

// plan makes the plan and saves it.
func (o *planOptions) plan(ctx context.Context) error {
	app.CollectLess() // a fifth less work, for 20 MB
	if err := o.nameTagged(ctx); err != nil {
		return err
	}
	bad := 0
	p, err := fleet.MakePlan(ctx, o.app.OpenWith, o.request, func(e work.Event) {
		if b, ok := e.(work.BadRecord); ok {
			if bad++; bad <= app.MaxBadLines {
				fmt.Fprintln(o.app.Stderr, b.Err)
			}
		}
	})
	if err != nil {
		return err
	}
	if err := p.Save(o.out); err != nil {
		return err
	}
	o.app.Remark("%s: %d %s in %d %s, plan %.12s", o.out, p.Records(), screen.Plural(int(p.Records()), "puzzle"), len(p.Chunks),
		screen.Plural(len(p.Chunks), "chunk"), p.ID())
	if bad > 0 {
		return app.LeftOut(bad)
	}
	return nil
}

// runShard computes a shard of a plan.
func runShard(ctx context.Context, a *app.App, planFile, shard, dir string, workers int, env func(string) string) error {
	p, err := fleet.LoadPlan(planFile)
	if err != nil {
		return err
	}
	s, err := fleet.ParseShard(shard, env)
	if err != nil {
		return app.UsageErrorf("%w", err)
	}
	app.CollectLess() // a sixth less work, for 90 MB
	progress := a.Screen().Report
	report, err := fleet.RunShard(ctx, a.OpenWith, p, s, dir, workers, progress)
	if err != nil {
		if ctx.Err() != nil {
			a.Remark("interrupted after %d of %d chunks; run the same command again to go on", report.Done+report.Skipped, report.Chunks)
		}
		return err
	}
	a.Remark("shard %d/%d: %d %s computed, %d already there", s.Index+1, s.Count, report.Done,
		screen.Plural(report.Done, "chunk"), report.Skipped)
	return nil
}
