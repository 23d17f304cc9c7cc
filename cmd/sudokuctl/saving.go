package main

import (
	"context"
	"fmt"

	"github.com/sudokuctl/sudokuctl/store"
)

// saveSolved is "solve --save": the puzzles are imported and a run with one solver is made of them.
func (a *app) saveSolved(ctx context.Context, o *solveOptions, in *input, args []string) error {
	if o.path != "" {
		return usageErrorf("--save needs a solver from the config, not --plugin")
	}
	s, err := a.openStore(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	selection := store.Selection{Sources: []int64{}}
	for _, arg := range args {
		sum, err := a.importOne(ctx, s, arg, "", nil)
		if err != nil {
			return err
		}
		in.bad.count += sum.Bad
		selection.Sources = append(selection.Sources, sum.Source)
	}
	a.config.set("run::solvers", []string{o.solver})
	a.config.set("run::graders", []string{})
	a.config.set("run::limit", o.limit)
	a.config.set("run::timeout", o.timeout)
	a.config.set("run::jobs", o.jobs)
	a.config.set("run::seed", o.seed)
	record := store.NewRun("solve")
	record.Version, record.Seed, record.Options = version(), o.seed, a.config.runOptions()
	id, err := s.StartRun(ctx, record, selection)
	if err != nil {
		return fmt.Errorf("saving answers: %w", err)
	}
	return firstError(a.work(ctx, s, id, selection), in.verdict())
}
