package serve

import (
	"context"
	"slices"
	"sync"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
)

// finding is what a person had computed for a puzzle. What it points to is never changed.
type finding struct {
	Plan   *plan
	Solved []work.SolveRecord
	Graded []*work.GradeRecord
	Check  *work.CheckRecord
	Made   []MadeRecord // for an order
}

// plan is an explanation.
type plan struct {
	Steps   []sudoku.Step
	Outcome *work.OutcomeRecord
}

// maxFindings is how many puzzles are remembered.
const maxFindings = 64

// findings remembers what was found, for the puzzles last asked for.
type findings struct {
	mu    sync.Mutex
	byKey map[string]finding
	order []string // the latest last
}

func newFindings() *findings { return &findings{byKey: map[string]finding{}} }

func (f *findings) of(key string) finding {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.byKey[key]
}

func (f *findings) add(key string, change func(*finding)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	found := f.byKey[key]
	change(&found)
	f.byKey[key] = found
	f.order = append(slices.DeleteFunc(f.order, func(k string) bool { return k == key }), key)
	if len(f.order) > maxFindings {
		delete(f.byKey, f.order[0])
		f.order = f.order[1:]
	}
}

// explained has a puzzle explained.
func (s *Server) explained(ctx context.Context, q *Asked) (*plan, error) {
	p := &plan{}
	err := s.compute(ctx, q, func(ctx context.Context, in []*work.Input) error {
		_, err := work.Explain(ctx, s.env, work.ExplainRequest{Inputs: in, Explainer: q.Plugin, Timeout: q.timeout()}, nil,
			work.Told{
				Puzzle: func(*sudoku.Puzzle) error { return nil },
				Step: func(_ *work.Replay, step sudoku.Step, _ int) error {
					p.Steps = append(p.Steps, step)
					return nil
				},
				End: func(_ *work.Replay, o *work.OutcomeRecord) error {
					p.Outcome = o
					return nil
				},
			})
		return err
	})
	return p, err
}
