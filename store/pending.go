package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store/internal/file"
)

// Pending walks over the puzzles of a selection that the task's plugin, in this version with these settings,
// has not yet solved with the same limit, or not yet graded, whichever run did it. A crash is not an answer:
// the puzzle is tried again, whatever ended the plugin. Batches hold at most size puzzles of any geometries,
// without names and comments; each puzzle comes once. Results may be saved during the walk. An error is yielded last.
func (t *Task) Pending(ctx context.Context, sel Selection, size int) iter.Seq2[[]Item, error] {
	return func(yield func([]Item, error) bool) {
		for items, err := range Pending(ctx, []*Task{t}, sel, size) {
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(items[0], nil) {
				return
			}
		}
	}
}

// Pending does what Task.Pending does for several tasks of one run at once, so that each puzzle is read once: a batch has a list of
// puzzles for each task, and size puzzles at most in all lists together. Lists share their puzzles.
func Pending(ctx context.Context, tasks []*Task, sel Selection, size int) iter.Seq2[[][]Item, error] {
	return func(yield func([][]Item, error) bool) {
		fail := func(err error) {
			yield(nil, fmt.Errorf("reading puzzles for %s: %w", plugins(tasks), file.Explain(err)))
		}
		walks, err := newWalks(ctx, tasks)
		if err != nil {
			fail(err)
			return
		}
		legs, err := legs(ctx, tasks[0].store, sel, size)
		if err != nil {
			fail(err)
			return
		}
		for leg := range legs {
			for after := leg.after; ; {
				items, last, err := pendingBatch(ctx, walks, leg, after, size)
				if err != nil {
					fail(err)
					return
				}
				if last == after {
					break
				}
				after = last
				if !yield(items, nil) {
					return
				}
				if last == leg.last {
					break
				}
			}
		}
	}
}

// plugins names the plugins of tasks.
func plugins(tasks []*Task) string {
	var names []string
	for _, t := range tasks {
		if name := strconv.Quote(t.Plugin.Info.ID); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 1 {
		return "plugin " + names[0]
	}
	return "plugins " + strings.Join(names, ", ")
}

// CountPending returns how many puzzles Pending would walk over.
func (t *Task) CountPending(ctx context.Context, sel Selection) (total int64, err error) {
	fail := func(err error) (int64, error) {
		return 0, fmt.Errorf("counting puzzles for plugin %q: %w", t.Plugin.Info.ID, file.Explain(err))
	}
	walks, err := newWalks(ctx, []*Task{t})
	if err != nil {
		return fail(err)
	}
	legs, err := legs(ctx, t.store, sel, countedAtOnce)
	if err != nil {
		return fail(err)
	}
	for leg := range legs {
		todo, err := walks[0].todoAfter(ctx, leg.after)
		var n int64
		if err == nil {
			query := "SELECT count(*) FROM " + leg.from + " WHERE " + leg.where + notDeleted + todo
			err = t.store.file.Read.QueryRowContext(ctx, query, leg.args(leg.after)...).Scan(&n)
		}
		if err != nil {
			return fail(err)
		}
		total += n
	}
	return total, nil
}

// countedAtOnce is how many chosen puzzles CountPending passes to SQLite in one argument.
const countedAtOnce = 10_000

// leg is a part of a selection that an index yields by the puzzle's id. The parts do not overlap. Argument 1
// is the source, argument 2 the id after which to go on, argument 3 the ids that were chosen.
type leg struct {
	from, where string
	source      int64
	ids         string // as [file.Numbers] writes them
	after, last int64  // its puzzles are behind the one and up to the other, which is 0 if it is unknown
}

// args returns the arguments of the leg behind an id.
func (l leg) args(after int64) []any {
	if l.ids == "" {
		return []any{l.source, after}
	}
	return []any{l.source, after, l.ids}
}

// legs cuts a selection into at most size chosen puzzles at a time, or into the puzzles seen first in each source and those seen
// again in one. Each part of the chosen ones has a list of its own, because SQLite reads the list again for each query.
func legs(ctx context.Context, s *Store, sel Selection, size int) (iter.Seq[leg], error) {
	if sel.Puzzles != nil {
		return func(yield func(leg) bool) {
			for ids := range slices.Chunk(slices.Compact(slices.Sorted(slices.Values(sel.Puzzles))), size) {
				// The plus has SQLite look the ids up instead of walking over the puzzles between them.
				chosen := leg{from: "puzzle p", where: "?1 = 0 AND +p.id > ?2 AND p.id IN (SELECT value FROM json_each(?3))",
					ids: file.Numbers(ids), last: ids[len(ids)-1]}
				if !yield(chosen) {
					return
				}
			}
		}, nil
	}
	if sel.Sources == nil {
		return slices.Values([]leg{{from: "puzzle p", where: "?1 = 0 AND p.id > ?2"}}), nil
	}
	var legs []leg
	chosen := file.IDList(sel.Sources)
	for i, source := range sel.Sources {
		again := `(SELECT DISTINCT puzzle_id FROM recurrence WHERE source_id = ?1 AND puzzle_id > ?2) q
			JOIN puzzle p ON p.id = q.puzzle_id`
		first := "p.source_id NOT IN " + chosen + ` AND NOT EXISTS (SELECT 1 FROM recurrence e
			WHERE e.source_id IN ` + file.IDList(sel.Sources[:i]) + " AND e.puzzle_id = p.id)"
		here := leg{from: "puzzle p", source: source}
		err := s.read.QueryRowContext(ctx, "SELECT coalesce(first_id, 1) - 1, coalesce(last_id, 0) FROM source WHERE id = ?", source).
			Scan(&here.after, &here.last)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return nil, err
		}
		here.where = fmt.Sprintf("p.source_id = ?1 AND p.id > ?2 AND p.id <= %d", here.last)
		legs = append(legs, here, leg{from: again, where: first, source: source})
	}
	return slices.Values(legs), nil
}

// walk is what a task does not do again.
type walk struct {
	*Task
	solved bool  // its solver had answered something when the walk began
	newest int64 // chunk at that time
}

// newWalks returns a walk over the pending puzzles of each task.
func newWalks(ctx context.Context, tasks []*Task) (walks []*walk, err error) {
	for _, t := range tasks {
		w := &walk{Task: t}
		if !t.Grade {
			err = t.store.read.QueryRowContext(ctx, "SELECT coalesce(max(c.id), 0), max(k.plugin_id IN "+t.done+
				") IS 1 FROM chunk c JOIN task k ON k.id = c.task_id").Scan(&w.newest, &w.solved)
		}
		if err != nil {
			return nil, err
		}
		walks = append(walks, w)
	}
	return walks, nil
}

// todoAfter is what else must hold of a puzzle p, whose id is above after, to be still to be done; "" if none is done.
func (w *walk) todoAfter(ctx context.Context, after int64) (condition string, err error) {
	some := w.solved
	query, args := `SELECT EXISTS (SELECT 1 FROM chunk c JOIN task k ON k.id = c.task_id
		WHERE c.id > ? AND k.id <> ? AND k.plugin_id IN `+w.done+")", []any{w.newest, w.id}
	if w.Grade {
		query, args = "SELECT EXISTS (SELECT 1 FROM grade WHERE algorithm_id = ? AND puzzle_id > ?)", []any{w.algorithm, after}
	}
	if !some {
		err = w.store.read.QueryRowContext(ctx, query, args...).Scan(&some)
	}
	if err != nil || !some {
		return "", err
	}
	return " AND " + w.todo(), nil
}

// todo is the condition that the task has not done puzzle p. A crash, which is no answer, does not stand in a puzzle's row.
func (t *Task) todo() string {
	if t.Grade {
		return fmt.Sprintf("NOT EXISTS (SELECT 1 FROM grade g WHERE g.algorithm_id = %d AND g.puzzle_id = p.id AND g.plugin_id IN %s)",
			t.algorithm, t.done)
	}
	return fmt.Sprintf(`(p.chunk_id IS NULL OR p.plugin_id NOT IN %[1]s OR %[2]d <>
			(SELECT k.max_solutions FROM chunk c JOIN task k ON k.id = c.task_id WHERE c.id = p.chunk_id))
		AND NOT EXISTS (SELECT 1 FROM result r JOIN chunk c ON c.id = r.chunk_id
		JOIN task k ON k.id = c.task_id WHERE r.plugin_id IN %[1]s AND r.puzzle_id = p.id AND k.max_solutions = %[2]d
		AND r.verdict <> %[3]d)`, t.done, t.Limit, sudoku.Crashed)
}

// pendingBatch reads the next puzzles of a leg that are left to any of the tasks, and returns those that are left to each, and the
// last id that it has read; that is after if there are no more.
func pendingBatch(ctx context.Context, walks []*walk, l leg, after int64, size int) (left [][]Item, last int64, err error) {
	where := notDeleted
	begun := make([]string, len(walks))
	for i, w := range walks {
		if begun[i], err = w.todoAfter(ctx, after); err != nil {
			return nil, 0, err
		}
	}
	if !slices.Contains(begun, "") { // none has all to do
		where += " AND (TRUE" + strings.Join(begun, " OR TRUE") + ")"
	}
	query := "SELECT " + bareColumns + " FROM " + l.from + " WHERE " + l.where + where +
		" ORDER BY p.id LIMIT " + strconv.Itoa(size)
	items, err := readBare(ctx, walks[0].store, query, l.args(after)...)
	if err != nil || len(items) == 0 {
		return nil, after, err
	}
	last = items[len(items)-1].ID
	for i, w := range walks {
		mine := items
		if begun[i] != "" && len(walks) > 1 {
			if mine, err = w.leftOf(ctx, l, after, items); err != nil {
				return nil, 0, err
			}
		}
		left = append(left, mine)
	}
	return left, last, nil
}

// leftOf returns those of some puzzles, the first of a leg above after, that are left to the task.
func (t *Task) leftOf(ctx context.Context, l leg, after int64, items []Item) ([]Item, error) {
	query := "SELECT p.id FROM " + l.from + " WHERE " + l.where + " AND " + t.todo() +
		fmt.Sprintf(" AND p.id <= %d", items[len(items)-1].ID)
	rows := file.Found(t.store.file.Read.QueryContext(ctx, query, l.args(after)...))
	undone, err := file.Column[int64](rows)
	if err != nil {
		return nil, err
	}
	slices.Sort(undone)
	return slices.DeleteFunc(slices.Clone(items), func(item Item) bool {
		_, is := slices.BinarySearch(undone, item.ID)
		return !is
	}), nil
}
