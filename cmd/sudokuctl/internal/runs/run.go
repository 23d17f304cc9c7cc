package runs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/store"
)

func Run(a *app.App) *cobra.Command {
	c := &cobra.Command{
		Use:   "run [FILE…]",
		Short: "import, solve and grade with every selected plugin, and store it all",
		Long: `The main job: import the puzzles of the files (or of run.input in the config), solve them
with every solver and grade them with every grader that the config selects, each in a plugin process
of its own, and store solutions, timings and grades. What an earlier run did with the same plugin,
version and settings is not done again.

` + app.SampleHelp(),
		Example: `  sudokuctl run
  sudokuctl run puzzles.txt --solver entropybt,dlx --grader entropybt --timeout 1s`,
	}
	var solvers, graders []string
	var limit, jobs int
	var timeout time.Duration
	var seed uint64
	f := c.Flags()
	f.StringSliceVar(&solvers, "solver", nil, "solvers instead of run.solvers")
	f.StringSliceVar(&graders, "grader", nil, "graders instead of run.graders; none for no grades")
	f.IntVar(&limit, "limit", 0, "solutions wanted of each puzzle, 0 = all")
	f.DurationVar(&timeout, "timeout", 0, "time for each puzzle")
	f.IntVar(&jobs, "jobs", 0, "puzzles solved at the same time, 0 = one for each processor")
	f.Uint64Var(&seed, "seed", 0, "seed of algorithms that use random numbers")
	c.RunE = func(c *cobra.Command, args []string) error {
		for _, flag := range []struct {
			name, key string
			value     any
		}{
			{"solver", "run::solvers", solvers}, {"grader", "run::graders", graders}, {"limit", "run::limit", limit},
			{"timeout", "run::timeout", timeout}, {"jobs", "run::jobs", jobs}, {"seed", "run::seed", seed},
		} {
			if c.Flags().Changed(flag.name) {
				a.Config.Set(flag.key, flag.value)
			}
		}
		if len(args) > 0 {
			a.Config.Set("run::input", args)
		}
		if err := a.Config.Check(); err != nil {
			return err
		}
		return run(c.Context(), a)
	}
	return c
}

// run is the main job.
func run(ctx context.Context, a *app.App) error {
	s, err := a.OpenStore(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	selection, bad, err := importInputs(ctx, a, s)
	if err != nil {
		return err
	}
	record := store.NewRun("run")
	record.Version, record.Seed, record.Options = app.Version(), a.Config.Run.Seed, a.Config.RunOptions()
	id, err := s.StartRun(ctx, record, selection)
	if err != nil {
		return err
	}
	if err := doTasks(ctx, a, s, id, selection); err != nil {
		return err
	}
	if bad > 0 {
		return fmt.Errorf("%d bad %s left out", bad, app.Plural(bad, "line"))
	}
	return nil
}

func importInputs(ctx context.Context, a *app.App, s *store.Store) (store.Selection, int, error) {
	selection, bad := store.Selection{Sources: []int64{}}, 0
	for _, arg := range a.Config.Run.Input {
		sum, err := a.ImportOne(ctx, s, arg, "", nil)
		if err != nil {
			return selection, bad, err
		}
		bad += sum.Bad
		a.Remark("%s: %d puzzles, %d new", arg, sum.Read, sum.New)
		selection.Sources = append(selection.Sources, sum.Source)
	}
	return selection, bad, nil
}

func Resume(a *app.App) *cobra.Command {
	return &cobra.Command{
		Use:   "resume [RUN]",
		Short: "go on with a run that was interrupted",
		Long: "Go on with a run that was interrupted or killed, the newest one unless a number is given, " +
			"with the options it had.",
		Example: "  sudokuctl resume\n  sudokuctl resume 3",
		Args:    cobra.MaximumNArgs(1),
		RunE:    func(c *cobra.Command, args []string) error { return resume(c.Context(), a, args) },
	}
}

func resume(ctx context.Context, a *app.App, args []string) error {
	var id int64
	if len(args) == 1 {
		if _, err := fmt.Sscanf(args[0], "%d", &id); err != nil || id < 1 {
			return app.UsageErrorf("run %q is not a number", args[0])
		}
	}
	s, err := a.OpenStore(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	r, selection, err := s.Run(ctx, id)
	if errors.Is(err, store.ErrNotFound) && id == 0 {
		a.Remark("nothing to resume: every run is done")
		return nil
	}
	if err != nil {
		return err
	}
	if r.State == store.StateDone {
		a.Remark("run %d is done", r.ID)
		return nil
	}
	if err := a.Config.TakeUp(r); err != nil {
		return fmt.Errorf("resuming run %d: %w", r.ID, err)
	}
	if err := s.SetRunState(ctx, r.ID, store.StateRunning); err != nil {
		return err
	}
	return doTasks(ctx, a, s, r.ID, selection)
}

// doTasks does the tasks of a run and records how it ended.
func doTasks(ctx context.Context, a *app.App, s *store.Store, id int64, selection store.Selection) error {
	w := worker{app: a, store: s, run: id, selection: selection}
	err := w.all(ctx)
	state := store.StateDone
	switch {
	case ctx.Err() != nil:
		state = store.StateInterrupted
	case err != nil:
		state = store.StateFailed
	}
	if err == nil {
		err = indexMetrics(ctx, a, s)
	}
	stateErr := s.SetRunState(context.WithoutCancel(ctx), id, state)
	if state == store.StateInterrupted {
		fmt.Fprintf(a.Stderr, "interrupted; what was done is stored. To go on: sudokuctl resume %d%s\n", id,
			dbFlag(a))
		return &app.Failure{Code: app.ExitError}
	}
	if stateErr != nil && err == nil {
		err = stateErr
	}
	return cmp.Or(w.summary(), err, w.failure())
}

// indexMetrics makes questions about the metric of the levels and about techniques fast, once somebody
// measures them.
func indexMetrics(ctx context.Context, a *app.App, s *store.Store) error {
	var known []string
	err := s.SQL(ctx, "SELECT DISTINCT metric FROM metrics", func(_ []string, v []any) error {
		if name := v[0].(string); name == a.Config.Levels.Metric || name == "techniques" {
			known = append(known, name)
		}
		return nil
	})
	if err != nil || known == nil {
		return err
	}
	return s.IndexMetrics(ctx, known...)
}

func dbFlag(a *app.App) string {
	if a.Database == "" {
		return ""
	}
	return " --db " + a.Database
}

// failure is the error of a run in which plugins failed while the others went on.
func (w *worker) failure() error {
	if len(w.failed) == 0 {
		return nil
	}
	var texts []string
	for _, err := range w.failed {
		texts = append(texts, err.Error())
	}
	return &app.Failure{Code: app.ExitPlugin, Cause: errors.New(strings.Join(texts, "\n"))}
}
