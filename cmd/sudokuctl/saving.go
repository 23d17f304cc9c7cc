package main

import (
	"cmp"
	"context"
	"fmt"

	"github.com/sudokuctl/sudokuctl/store"
)

// saveSolved is "solve --save": the puzzles are imported and a run with one solver is made of them.
func (a *app) saveSolved(ctx context.Context, choice runConfig, in *input, args []string) error {
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
	a.config.set("run::solvers", choice.Solvers)
	a.config.set("run::graders", choice.Graders)
	a.config.set("run::limit", choice.Limit)
	a.config.set("run::timeout", choice.Timeout)
	a.config.set("run::jobs", choice.Jobs)
	a.config.set("run::seed", choice.Seed)
	record := store.NewRun("solve")
	record.Version, record.Seed, record.Options = version(), choice.Seed, a.config.runOptions()
	id, err := s.StartRun(ctx, record, selection)
	if err != nil {
		return fmt.Errorf("saving answers: %w", err)
	}
	return cmp.Or(a.work(ctx, s, id, selection), in.verdict())
}
