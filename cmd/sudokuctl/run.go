package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/store"
)

func (a *app) runCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "run [FILE…]",
		Short: "import, solve and grade with every selected plugin, and store it all",
		Long: `The main job: import the puzzles of the files (or of run.input in the config), solve them
with every solver and grade them with every grader that the config selects, each in a plugin process
of its own, and store solutions, timings and grades. What an earlier run did with the same plugin,
version and settings is not done again.

` + sampleHelp(),
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
				a.config.set(flag.key, flag.value)
			}
		}
		if len(args) > 0 {
			a.config.set("run::input", args)
		}
		if err := a.config.check(); err != nil {
			return err
		}
		return a.run(c.Context())
	}
	return c
}

// run is the main job.
func (a *app) run(ctx context.Context) error {
	s, err := a.openStore(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	selection, bad, err := a.importInputs(ctx, s)
	if err != nil {
		return err
	}
	record := store.NewRun("run")
	record.Version, record.Seed, record.Options = version(), a.config.Run.Seed, a.config.runOptions()
	id, err := s.StartRun(ctx, record, selection)
	if err != nil {
		return err
	}
	if err := a.work(ctx, s, id, selection); err != nil {
		return err
	}
	if bad > 0 {
		return fmt.Errorf("%d bad %s left out", bad, plural(bad, "line"))
	}
	return nil
}

func (a *app) importInputs(ctx context.Context, s *store.Store) (store.Selection, int, error) {
	selection, bad := store.Selection{Sources: []int64{}}, 0
	for _, arg := range a.config.Run.Input {
		sum, err := a.importOne(ctx, s, arg, "", nil)
		if err != nil {
			return selection, bad, err
		}
		bad += sum.Bad
		a.remark("%s: %d puzzles, %d new", arg, sum.Read, sum.New)
		selection.Sources = append(selection.Sources, sum.Source)
	}
	return selection, bad, nil
}

func (a *app) resumeCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "resume [RUN]",
		Short: "go on with a run that was interrupted",
		Long: "Go on with a run that was interrupted or killed, the newest one unless a number is given, " +
			"with the options it had.",
		Example: "  sudokuctl resume\n  sudokuctl resume 3",
		Args:    cobra.MaximumNArgs(1),
		RunE:    func(c *cobra.Command, args []string) error { return a.resume(c.Context(), args) },
	}
}

func (a *app) resume(ctx context.Context, args []string) error {
	var id int64
	if len(args) == 1 {
		if _, err := fmt.Sscanf(args[0], "%d", &id); err != nil || id < 1 {
			return usageErrorf("run %q is not a number", args[0])
		}
	}
	s, err := a.openStore(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	r, selection, err := s.Run(ctx, id)
	if errors.Is(err, store.ErrNotFound) && id == 0 {
		a.remark("nothing to resume: every run is done")
		return nil
	}
	if err != nil {
		return err
	}
	if r.State == store.StateDone {
		a.remark("run %d is done", r.ID)
		return nil
	}
	if err := a.config.takeUp(r); err != nil {
		return fmt.Errorf("resuming run %d: %w", r.ID, err)
	}
	if err := s.SetRunState(ctx, r.ID, store.StateRunning); err != nil {
		return err
	}
	return a.work(ctx, s, r.ID, selection)
}

// work does the tasks of a run and records how it ended.
func (a *app) work(ctx context.Context, s *store.Store, id int64, selection store.Selection) error {
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
		err = a.indexMetrics(ctx, s)
	}
	stateErr := s.SetRunState(context.WithoutCancel(ctx), id, state)
	if state == store.StateInterrupted {
		fmt.Fprintf(a.stderr, "interrupted; what was done is stored. To go on: sudokuctl resume %d%s\n", id,
			a.dbFlag())
		return &codedError{code: exitError}
	}
	if stateErr != nil && err == nil {
		err = stateErr
	}
	return cmp.Or(w.summary(), err, w.failure())
}

// indexMetrics makes questions about the metric of the levels and about techniques fast, once somebody
// measures them.
func (a *app) indexMetrics(ctx context.Context, s *store.Store) error {
	var known []string
	err := s.SQL(ctx, "SELECT DISTINCT metric FROM metrics", func(_ []string, v []any) error {
		if name := v[0].(string); name == a.config.Levels.Metric || name == "techniques" {
			known = append(known, name)
		}
		return nil
	})
	if err != nil || known == nil {
		return err
	}
	return s.IndexMetrics(ctx, known...)
}

func (a *app) dbFlag() string {
	if a.database == "" {
		return ""
	}
	return " --db " + a.database
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
	return &codedError{code: exitPlugin, cause: errors.New(strings.Join(texts, "\n"))}
}
