package puzzles

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/run"
)

// Run is the command that solves, grades and stores puzzles.
func Run(a *app.App) *cobra.Command {
	c := app.Command("run", nil)
	c.Long += "\n\n" + sampleHelp()
	var where, shard, resumed string
	var keep bool
	f := c.Flags()
	app.RunFlags(f)
	f.StringVar(&where, "where", "", "solve and grade the puzzles of the database that fit a `CONDITION`, and import none")
	f.BoolVar(&keep, "keep", false, "keep what a plugin has found before its program was changed")
	f.StringVar(&shard, "shard", "", "solve and grade the share `I/N` of the puzzles; auto asks the batch scheduler")
	f.StringVar(&resumed, "resume", "",
		"go on with run `N`, with the options that it had; the newest one that can go on unless N is given")
	f.Lookup("resume").NoOptDefVal = newest
	c.MarkFlagsMutuallyExclusive("keep", "shard")
	for _, other := range []string{"where", "keep", "shard", "solver", "grader", "limit", "timeout", "jobs", "seed"} {
		c.MarkFlagsMutuallyExclusive("resume", other)
	}
	c.RunE = func(c *cobra.Command, args []string) error {
		if f.Changed("resume") {
			return resume(c.Context(), a, resumed, args)
		}
		sharded := f.Changed("shard")
		if len(args) > 0 && where != "" && !sharded {
			return app.UsageErrorf("--where picks puzzles of the database; leave out %q", args[0])
		}
		if len(args) > 0 {
			a.Config.Set("run.input", args)
		}
		if err := cmp.Or(a.Config.TakeFlags(f), choose(c, a)); err != nil {
			return err
		}
		if sharded {
			return runShard(c.Context(), a, shard, where, len(args) > 0)
		}
		return runHere(c.Context(), a, where, len(args) > 0, keep)
	}
	return c
}

// choose lets the plugins of --plugin solve and grade, unless a flag names others.
func choose(c *cobra.Command, a *app.App) error {
	for _, role := range []struct {
		flag         string
		ids          *[]string
		power, other sudoku.Power
	}{
		{"solver", (*[]string)(&a.Config.Run.Solvers), sudoku.PowerSolve, sudoku.PowerGrade},
		{"grader", (*[]string)(&a.Config.Run.Graders), sudoku.PowerGrade, sudoku.PowerSolve},
	} {
		if c.Flags().Changed(role.flag) {
			continue
		}
		ids, err := a.ChosenPlugins(c.Context(), nil, *role.ids, role.power, role.other)
		if err != nil {
			return err
		}
		*role.ids = ids
	}
	return nil
}

// runShard is the main job on a share of the puzzles.
func runShard(ctx context.Context, a *app.App, text, where string, named bool) error {
	share, err := run.ParseShare(text, os.Getenv)
	if err != nil {
		return app.UsageErrorf("--shard: %w", err)
	}
	if a.Database == "" {
		return app.UsageErrorf("--shard needs a database of its own, such as --db part-%d.db", share.Index+1)
	}
	if !named && !a.Config.Chosen("run.input") {
		return app.UsageErrorf("--shard is of files, or of a database: name them")
	}
	inputs, err := a.Inputs(a.Config.Run.Input)
	if err != nil {
		return err
	}
	c := &a.Config.Run
	req := run.Request{Inputs: inputs, Solvers: c.Solvers, Graders: c.Graders, Ask: c.Ask()}
	if where != "" {
		if !inputs[0].IsLibrary() {
			return app.UsageErrorf("--where picks puzzles of a database, which %s is not", inputs[0])
		}
		req.Stored = &run.Stored{Where: where}
	}
	if err := req.Choose(ctx, a.Env(nil)); err != nil { // before anything is written
		return err
	}
	s, err := a.OpenStore(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	app.CollectLess()
	r, err := run.Shard(ctx, a.Env(s), req, share, teller(a))
	switch {
	case r == nil:
		return err
	case isDone(r, err):
		a.Remark("shard %v is done", share)
		return nil
	}
	return cmp.Or(ended(a, r, err, ", give the same command again"), app.LeftOut(r.Bad))
}

// runHere is the main job, in this process.
func runHere(ctx context.Context, a *app.App, where string, named, keep bool) error {
	c := &a.Config.Run
	stored, err := stored(ctx, a, where, named)
	req := run.Request{Stored: stored, Solvers: c.Solvers, Graders: c.Graders, Ask: c.Ask(), Keep: keep}
	if stored == nil && err == nil {
		req.Inputs, err = a.Inputs(c.Input)
	}
	if err != nil {
		return err
	}
	return begin(ctx, a, req)
}

// stored returns which puzzles of the database a run is about, nil if it is about those of files.
func stored(ctx context.Context, a *app.App, where string, named bool) (*run.Stored, error) {
	if where == "" && (named || a.Config.Chosen("run.input")) {
		return nil, nil
	}
	var n int64
	err := a.WithLibrary(ctx, func(s *store.Store) (err error) {
		n, err = s.Count(ctx, a.Env(s).Filter(where))
		return err
	})
	if where != "" {
		return &run.Stored{Where: where}, err
	}
	if err != nil || n == 0 {
		return nil, nil // opening the database to write will say what is wrong with it
	}
	a.Remark("no files are named: the run is about the %d %s that %s has", n,
		screen.Plural(int(n), "puzzle"), a.Config.Database)
	return &run.Stored{}, nil
}

// begin does a run and shows what it came to.
func begin(ctx context.Context, a *app.App, req run.Request) error {
	if err := req.Choose(ctx, a.Env(nil)); err != nil { // before anything is written
		return err
	}
	s, err := a.OpenStore(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	app.CollectLess() // a sixth less work, for 100 MB
	r, err := run.Run(ctx, a.Env(s), req, teller(a))
	if r == nil {
		return err
	}
	return cmp.Or(ended(a, r, err, toResume(a, r)), app.LeftOut(r.Bad))
}

// teller shows how far a run is, and what it has imported.
func teller(a *app.App) work.Progress {
	talk := a.Screen()
	return func(e work.Event) {
		if done, ok := e.(input.Imported); ok {
			talk.End()
			a.Remark("%s: %d %s, %d new", done.Input, done.Read, screen.Plural(done.Read, "puzzle"), done.New)
		}
		talk.Report(e)
	}
}

// newest is the value of --resume without a number.
const newest = "newest"

// resume goes on with a run. Its number may stand behind the flag as an argument.
func resume(ctx context.Context, a *app.App, number string, args []string) error {
	switch {
	case len(args) > 1 || len(args) > 0 && number != newest:
		return app.UsageErrorf("--resume goes on with one run: leave out %s", strings.Join(args[len(args)-1:], " "))
	case len(args) == 1:
		number = args[0]
	}
	var id int64
	if number != newest {
		var err error
		if id, err = strconv.ParseInt(number, 10, 64); err != nil || id < 1 {
			return app.UsageErrorf("run %q is not a number", number)
		}
	}
	s, err := a.OpenExisting(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	app.CollectLess()
	r, err := run.Resume(ctx, a.Env(s), id, teller(a))
	switch {
	case r == nil && err == nil:
		a.Remark("nothing to resume: every run is done")
		return nil
	case r == nil:
		return err
	case isDone(r, err):
		a.Remark("run %d is done", r.Run)
		return nil
	}
	return ended(a, r, err, toResume(a, r))
}

// isDone reports whether a run had been done before.
func isDone(r *run.Result, err error) bool {
	return r.State == store.StateDone && r.Tasks == nil && err == nil
}

// toResume says how to go on with a run.
func toResume(a *app.App, r *run.Result) string {
	again := fmt.Sprintf(": sudokuctl run --resume %d%s", r.Run, dbFlag(a))
	for _, path := range a.PluginPaths {
		again += " --plugin " + app.Quoted(path)
	}
	return again
}

// ended shows what a run came to, and returns the error that the command ends with. What is said of an interrupted one
// ends with how to go on.
func ended(a *app.App, r *run.Result, err error, again string) error {
	if r.State == store.StateInterrupted {
		fmt.Fprintf(a.Stderr, "interrupted; what was done is stored. To go on%s\n", again)
		return &app.Failure{Code: app.ExitError}
	}
	shown := summary(a, r)
	for _, d := range r.Disagreements[:min(len(r.Disagreements), app.MaxBadLines)] {
		fmt.Fprintf(a.Stderr, "solvers disagree on %v\n", &d)
	}
	if r.Disputed > 0 {
		fmt.Fprintf(a.Stderr, "solvers disagree on %d %s of this run: sudokuctl list --where disputed%s\n", r.Disputed,
			screen.Plural(r.Disputed, "puzzle"), dbFlag(a))
	}
	if len(r.Failed) > 0 { // plugins failed or owe answers, while the others went on
		return cmp.Or[error](shown, err, &app.Failure{Code: app.ExitPlugin, Cause: errors.Join(r.Failed...)})
	}
	return cmp.Or(shown, err)
}

// dbFlag returns the flag that names the database, for commands that are printed.
func dbFlag(a *app.App) string {
	if a.Database == "" {
		return ""
	}
	return " --db " + a.Database
}

// summary shows what the tasks of a run came to. A run that had nothing to do says so instead.
func summary(a *app.App, r *run.Result) error {
	pending := int64(0)
	for _, t := range r.Tasks {
		pending += t.Pending
	}
	if len(r.Tasks) == 0 && len(r.Failed) == 0 {
		a.Remark("nothing to do: no solver and no grader is chosen")
		return nil
	}
	if pending == 0 && len(r.Failed) == 0 {
		a.Remark("nothing to do: every puzzle is solved and graded by these plugins")
		return nil
	}
	for _, t := range r.Tasks {
		if text := solvesNothing(t); text != "" {
			a.Remark("%s", text)
		}
	}
	return screen.Columns[*run.TaskRecord]{Cells: func(t *run.TaskRecord) []any {
		cells := []any{"plugin", t.Plugin, "version", t.Version, "task", t.Task, "done", t.Done,
			screen.People("verdicts"), verdictText(t), screen.Programs("graded"), t.Graded}
		for v := sudoku.Unknown; v <= sudoku.Invalid; v++ {
			cells = append(cells, screen.Programs(v.String()), t.Verdicts[v.String()])
		}
		return append(cells, "self_mean_ns", float64(t.SelfNs)/float64(max(t.Done, 1)), "per_second", t.PerSecond,
			"cpu_ns", t.CPUNs, "rss_bytes", t.PeakRSS)
	}}.Write(a.Streams, r.Tasks...)
}

// solvesNothing says that a solver has decided none of the puzzles that it takes, "" if it has decided some.
func solvesNothing(t *run.TaskRecord) string {
	for _, v := range []sudoku.Verdict{sudoku.Solved, sudoku.Unique, sudoku.Multiple, sudoku.Impossible} {
		if t.Verdicts[v.String()] > 0 {
			return ""
		}
	}
	taken := t.Done - t.Verdicts[sudoku.Unsupported.String()]
	if taken == 0 || t.Task != string(sudoku.PowerSolve) {
		return ""
	}
	return solvedNone(t.Plugin, taken)
}

// verdictText lists the verdicts with their counts: "unique 60, multiple 2".
func verdictText(t *run.TaskRecord) string {
	var texts []string
	if t.Graded > 0 {
		texts = append(texts, fmt.Sprintf("graded %d", t.Graded))
	}
	for v := sudoku.Unknown; v <= sudoku.Invalid; v++ {
		if n := t.Verdicts[v.String()]; n > 0 {
			texts = append(texts, fmt.Sprintf("%s %d", v, n))
		}
	}
	if len(texts) == 0 {
		return "nothing to do"
	}
	return strings.Join(texts, ", ")
}
