package library

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/canon"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
)

// Chosen returns the numbers of the puzzles that arguments name, each a number or a puzzle in any notation, or of those
// that a condition picks if there are no arguments. They are among the deleted ones, or among the others.
func Chosen(ctx context.Context, env *work.Env, args []string, where string, deleted bool) (ids []int64, err error) {
	filter := env.Filter(where)
	filter.Deleted = deleted
	if len(args) == 0 {
		err := env.Store.EachID(ctx, filter, func(id int64) { ids = append(ids, id) })
		slices.Sort(ids)
		return ids, err
	}
	for _, arg := range args {
		id, err := Numbered(ctx, env, arg)
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	filter.IDs = ids
	found := map[int64]bool{}
	if err := env.Store.EachID(ctx, filter, func(id int64) { found[id] = true }); err != nil {
		return nil, err
	}
	for _, id := range ids {
		if !found[id] && deleted {
			return nil, work.RequestErrorf("puzzle %d is not deleted", id)
		}
		if !found[id] {
			return nil, fmt.Errorf("puzzle %d: %w", id, store.ErrNotFound)
		}
	}
	return ids, nil
}

// OfLevel is a condition with that on a level, each of which may be "".
func OfLevel(level, where string) string {
	switch {
	case level == "":
		return where
	case where == "":
		return fmt.Sprintf("level == %q", level)
	}
	return fmt.Sprintf("(%s) && level == %q", where, level)
}

// Classic is the condition that puzzles have no constraints beyond houses.
const Classic = "!constraints"

// Draw draws n different puzzles of a level that meet a condition, fewer if fewer do. The same seed draws the same puzzles.
// Without a condition only classic puzzles are drawn.
func Draw(ctx context.Context, env *work.Env, level, where string, n int, seed uint64) (drawn []*store.Listed, err error) {
	ids, err := env.Store.Random(ctx, env.Filter(OfLevel(level, cmp.Or(where, Classic))), n, seed)
	if err != nil {
		return nil, err
	}
	for l, err := range env.Store.List(ctx, store.Filter{IDs: append([]int64{}, ids...)}) {
		if err != nil {
			return nil, err
		}
		drawn = append(drawn, l)
	}
	return drawn, nil
}

// Numbered returns the number in the library of what an argument names: a number, or the cells of a puzzle
// in any notation.
func Numbered(ctx context.Context, env *work.Env, arg string) (int64, error) {
	if id, err := strconv.ParseInt(arg, 10, 64); err == nil && len(arg) < 16 {
		return id, nil
	}
	p, err := sudoku.ParsePuzzle(arg)
	if err != nil {
		return 0, work.RequestErrorf("%q is neither a number nor a puzzle: %w", arg, err)
	}
	id, err := env.Store.Find(ctx, p)
	if errors.Is(err, store.ErrNotFound) {
		return 0, work.RequestErrorf("%s has no such puzzle; \"sudokuctl list --like PUZZLE\" looks for images of it", env.Database)
	}
	return id, err
}

// ShowAnyway returns a puzzle with all that is known of it, also if it is deleted: what was said of it, or where it was published,
// stays.
func ShowAnyway(ctx context.Context, env *work.Env, id int64) (*store.Listed, error) {
	shown, err := env.Store.Show(ctx, id)
	if !errors.Is(err, store.ErrDeleted) {
		return shown, err
	}
	for shown, err := range env.Store.List(ctx, store.Filter{IDs: []int64{id}, Deleted: true}) {
		return shown, err
	}
	return env.Store.Show(ctx, id) // it was restored just now
}

// Like returns the numbers of the puzzles that are images of p under the symmetries of its geometry and
// relabelling, p itself included.
func Like(ctx context.Context, env *work.Env, p *sudoku.Puzzle, progress work.Progress) ([]int64, error) {
	forms := canon.Keys{}
	key := forms.Key(p)
	ids, err := env.Store.WithCanonical(ctx, key)
	if err != nil {
		return nil, err
	}
	defer progress.Stage(work.Begun{Stage: "comparing"})()
	for items, err := range env.Store.WithoutCanonical(ctx, p, canonicalBatch) {
		if err != nil {
			return nil, err
		}
		for _, item := range items {
			if string(forms.Key(item.Puzzle)) == string(key) {
				ids = append(ids, item.ID)
			}
		}
		progress.Report(work.Advanced(len(items)))
	}
	slices.Sort(ids)
	return ids, nil
}
