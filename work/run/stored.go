package run

import (
	"context"

	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/library"
)

// Stored picks puzzles that the library has already. The zero Stored means all of them.
type Stored struct {
	Where  string // "" or a condition, which is judged once, when the run begins
	Source int64  // 0 or the source that the puzzles are from
}

// selection returns what a run on stored puzzles is about.
func (s *Stored) selection(ctx context.Context, env *work.Env) (store.Selection, error) {
	switch {
	case s.Source != 0:
		return store.Selection{Sources: []int64{s.Source}}, nil
	case s.Where == "":
		return store.Selection{}, nil
	}
	ids, err := library.Chosen(ctx, env, nil, s.Where, false)
	if ids == nil {
		ids = []int64{}
	}
	return store.Selection{Puzzles: ids}, err
}
