package store

import (
	"cmp"
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

// Pending walks over the puzzles of a selection that some of the tasks, all of one run, still have to do: those that the plugin
// of a task, in this version with these settings, has not yet solved with the same limit, or not yet graded, whichever run
// did it. A crash is not an answer: the puzzle is tried again, whatever ended the plugin. A batch has a list of puzzles for
// each task, so that each puzzle is read once, and size puzzles at most in all lists together, of any geometries, without
// names and comments; each puzzle comes once. Lists share their puzzles. Results may be saved during the walk. An error
// is yielded last.
func Pending(ctx context.Context, tasks []*Task, sel Selection, size int) iter.Seq2[[][]Item, error] {
	return func(yield func([][]Item, error) bool) {
		fail := func(err error) {
			yield(nil, fmt.Errorf("reading puzzles for %s: %w", plugins(tasks), file.Explain(err)))
		}
		legs, err := legs(ctx, tasks[0].store, sel, size)
		if err != nil {
			fail(err)
			return
		}
		for leg := range legs {
			for after := leg.after; ; {
				items, last, err := pendingBatch(ctx, tasks, leg, after, size)
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
	legs, err := legs(ctx, t.store, sel, countedAtOnce)
	if err != nil {
		return fail(err)
	}
	for leg := range legs {
		var n int64
		query := "SELECT count(*) FROM " + leg.from + " WHERE " + leg.where + notDeleted + " AND " + t.todo()
		if err := t.store.read.QueryRowContext(ctx, query, leg.args(leg.after)...).Scan(&n); err != nil {
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
func pendingBatch(ctx context.Context, tasks []*Task, l leg, after int64, size int) (left [][]Item, last int64, err error) {
	var todo []string
	var into []any
	is := make([]bool, len(tasks))
	for i, t := range tasks {
		todo, into = append(todo, t.todo()), append(into, &is[i])
	}
	query := "SELECT " + bareColumns + ", " + strings.Join(todo, ", ") + " FROM " + l.from + " WHERE " + l.where + notDeleted +
		" AND (" + strings.Join(todo, " OR ") + ") ORDER BY p.id LIMIT " + strconv.Itoa(size)
	left, last = make([][]Item, len(tasks)), after
	err = eachBare(context.WithoutCancel(ctx), tasks[0].store, query, l.args(after), func(item Item) error {
		last = item.ID
		for i := range is {
			if is[i] {
				left[i] = append(left[i], item)
			}
		}
		return nil
	}, into...)
	return left, last, cmp.Or(ctx.Err(), err)
}
