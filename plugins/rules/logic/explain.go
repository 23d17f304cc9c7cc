package logic

import (
	"context"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/ladder"
)

// teller explains by climbing the ladder with sentences switched on.
type teller struct{ *ladder.Engine }

// Explain emits the steps that the ladder gives. ErrGaveUp says that it ended before the puzzle was solved.
func (t teller) Explain(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Step) bool) error {
	t.Begin(ctx, p)
	for range t.Steps {
		if !emit(t.Step()) {
			return nil
		}
	}
	return t.Ending()
}

// ListSteps emits what every technique of the ladder gives in a state, each conclusion of a technique once.
func (t teller) ListSteps(ctx context.Context, s *sudoku.State, emit func(sudoku.Step) bool) error {
	t.BeginAt(ctx, s)
	seen := map[string]bool{}
	uses := t.All(func() bool {
		step := t.Step()
		if key := conclusion(&step); !seen[key] {
			seen[key] = true
			return emit(step)
		}
		return true
	})
	if uses > 0 {
		return ctx.Err()
	}
	return t.Ending()
}

// conclusion tells steps apart by their technique and what they place and strike.
func conclusion(s *sudoku.Step) string {
	key := []byte(s.Technique)
	struck := slices.Clone(s.Strike)
	slices.SortStableFunc(struck, func(a, b sudoku.Candidate) int { return 64*(a.Cell-b.Cell) + a.Digit - b.Digit })
	for _, list := range [2][]sudoku.Candidate{s.Place, struck} {
		key = append(key, 0)
		for _, c := range list {
			key = append(key, byte(c.Cell>>8), byte(c.Cell), byte(c.Digit))
		}
	}
	return string(key)
}
