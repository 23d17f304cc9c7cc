package desk

import (
	"context"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
)

// Candidates returns which candidates of puzzles are in a solution.
func (d *Desk) Candidates(ctx context.Context, q *Asked) (records []*work.CandidatesRecord, err error) {
	err = d.compute(ctx, q, func(ctx context.Context, env *work.Env, in []*work.Input) error {
		_, err := work.Candidates(ctx, env, work.CandidatesRequest{Inputs: in, Solver: q.Plugin,
			Ask: sudoku.Ask{Limit: q.limit(mostCounted), Seed: q.seed(), Timeout: q.timeout()}}, nil,
			func(r *work.CandidatesRecord) error {
				records = append(records, r)
				return nil
			})
		return err
	})
	return records, err
}
