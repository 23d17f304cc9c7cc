package league

import (
	"context"
	"fmt"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/run"
)

// Play has all solvers solve all puzzles of the season that they have not solved yet, one at a time. The answers go into
// the store of env, which is the season's own. It returns the plugins that failed; the others have played.
func Play(ctx context.Context, env *work.Env, s *Season, dir string, tell work.Progress) (failed []error, err error) {
	if err := s.sameBudget(ctx, env); err != nil {
		return nil, err
	}
	solvers, failed := s.solvers(ctx, env)
	if len(solvers) == 0 {
		return failed, work.RequestErrorf("no solver is installed")
	}
	for i := range s.Collections {
		c := &s.Collections[i]
		if err := s.gather(ctx, dir, c); err != nil {
			return failed, err
		}
		in, err := input.Parse(c.file(dir), nil)
		if err != nil {
			return failed, err
		}
		in.Name = c.base() // whatever the folder is called
		done, err := run.Run(ctx, env, run.Request{Command: "league", Inputs: []*input.Input{in}, Solvers: solvers, Graders: s.Bands,
			Ask: sudoku.Ask{Limit: limit, Timeout: s.Budget, Workers: 1, Seed: s.Seed}}, tell)
		if done != nil {
			failed = append(failed, done.Failed...)
		}
		if err != nil {
			return failed, fmt.Errorf("playing %s: %w", c.Title(), err)
		}
		if done.State == store.StateInterrupted {
			return failed, ctx.Err()
		}
	}
	return failed, nil
}

// sameBudget refuses a library that has answers under another budget: they could not be compared, and would not be
// found again.
func (s *Season) sameBudget(ctx context.Context, env *work.Env) error {
	return env.Store.SQL(ctx, "SELECT DISTINCT timeout_ms FROM tasks WHERE kind = 'solve'", func(_ []string, v []any) error {
		if ms, ok := v[0].(int64); ok && ms != s.Budget.Milliseconds() {
			return work.RequestErrorf("%s has answers with %d ms for each puzzle, and the season has %d: begin in another folder",
				env.Database, ms, s.Budget.Milliseconds())
		}
		return nil
	})
}

// solvers returns the ids of those who play: the ones that the season names, or all that are installed.
func (s *Season) solvers(ctx context.Context, env *work.Env) (ids []string, failed []error) {
	if len(s.Solvers) > 0 {
		return s.Solvers, nil
	}
	for id := range env.Plugins {
		p, err := env.Open(ctx, id, nil)
		if err != nil {
			failed = append(failed, err)
			continue
		}
		if info := p.Info(); info.Has(sudoku.PowerSolve) {
			ids = append(ids, id)
		}
	}
	return ids, failed
}
