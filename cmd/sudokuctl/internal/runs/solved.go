package runs

import (
	"cmp"
	"context"
	"fmt"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/store"
)

// SaveSolved is "solve --save": the puzzles are imported and a run with one solver is made of them.
func SaveSolved(ctx context.Context, a *app.App, choice app.RunConfig, in *app.Input, args []string) error {
	s, err := a.OpenStore(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	selection := store.Selection{Sources: []int64{}}
	for _, arg := range args {
		sum, err := a.ImportOne(ctx, s, arg, "", nil)
		if err != nil {
			return err
		}
		in.Bad.Count += sum.Bad
		selection.Sources = append(selection.Sources, sum.Source)
	}
	a.Config.Set("run::solvers", choice.Solvers)
	a.Config.Set("run::graders", choice.Graders)
	a.Config.Set("run::limit", choice.Limit)
	a.Config.Set("run::timeout", choice.Timeout)
	a.Config.Set("run::jobs", choice.Jobs)
	a.Config.Set("run::seed", choice.Seed)
	record := store.NewRun("solve")
	record.Version, record.Seed, record.Options = app.Version(), choice.Seed, a.Config.RunOptions()
	id, err := s.StartRun(ctx, record, selection)
	if err != nil {
		return fmt.Errorf("saving answers: %w", err)
	}
	return cmp.Or(doTasks(ctx, a, s, id, selection), in.Verdict())
}
