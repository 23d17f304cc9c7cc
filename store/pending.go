package store

import (
	"context"
	"fmt"
	"iter"
	"strconv"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store/internal/file"
	"github.com/sudokuctl/sudokuctl/store/internal/library"
)

// Pending walks over the puzzles of a selection that the task's plugin, in this version with these settings,
// has not yet solved with the same limit, or not yet graded, whichever run did it. A crash is not an answer:
// the puzzle is tried again, whatever ended the plugin. Batches hold at most size puzzles of any geometries,
// without names and comments; each puzzle comes once. Results may be saved during the walk. An error is yielded last.
func (t *Task) Pending(ctx context.Context, sel Selection, size int) iter.Seq2[[]Item, error] {
	return func(yield func([]Item, error) bool) {
		for _, leg := range legs(sel, t.Run) {
			for after := int64(0); ; {
				items, err := t.pendingBatch(ctx, leg, after, size)
				if err != nil {
					yield(nil, fmt.Errorf("reading puzzles for plugin %q: %w", t.Plugin.Info.ID, err))
					return
				}
				if len(items) == 0 {
					break
				}
				after = items[len(items)-1].ID
				if !yield(items, nil) {
					return
				}
			}
		}
	}
}

// CountPending returns how many puzzles Pending would walk over.
func (t *Task) CountPending(ctx context.Context, sel Selection) (total int64, err error) {
	for _, leg := range legs(sel, t.Run) {
		var n int64
		todo, args, err := t.todoAfter(ctx, 0)
		if err == nil {
			query := "SELECT count(*) FROM " + leg.from + " WHERE " + leg.where + todo
			err = t.store.file.Read.QueryRowContext(ctx, query, append([]any{leg.source, 0}, args...)...).Scan(&n)
		}
		if err != nil {
			return 0, fmt.Errorf("counting puzzles for plugin %q: %w", t.Plugin.Info.ID, file.Explain(err))
		}
		total += n
	}
	return total, nil
}

// leg is a part of a selection that an index yields by the puzzle's id. The parts do not overlap. Argument 1
// is the source, argument 2 the id after which to go on.
type leg struct {
	from, where string
	source      int64
}

// legs cuts the selection of a run into the puzzles seen first in each source, and those seen again in one.
func legs(sel Selection, run int64) []leg {
	if sel.Puzzles != nil {
		// The run has the numbers: a list of a million would be too long for a statement.
		chosen := fmt.Sprintf(" AND p.id IN (SELECT value FROM json_each((SELECT selection FROM run WHERE id = %d), '$.puzzles'))", run)
		return []leg{{from: "puzzle p", where: "?1 = 0 AND p.id > ?2" + chosen}}
	}
	if sel.Sources == nil {
		return []leg{{from: "puzzle p", where: "?1 = 0 AND p.id > ?2"}}
	}
	var legs []leg
	chosen := file.IDList(sel.Sources)
	for i, source := range sel.Sources {
		again := `(SELECT DISTINCT puzzle_id FROM recurrence WHERE source_id = ?1 AND puzzle_id > ?2) q
			JOIN puzzle p ON p.id = q.puzzle_id`
		first := "p.source_id NOT IN " + chosen + ` AND NOT EXISTS (SELECT 1 FROM recurrence e
			WHERE e.source_id IN ` + file.IDList(sel.Sources[:i]) + " AND e.puzzle_id = p.id)"
		legs = append(legs, leg{from: "puzzle p", where: "p.source_id = ?1 AND p.id > ?2", source: source},
			leg{from: again, where: first, source: source})
	}
	return legs
}

// todoAfter is what else must hold of a puzzle p, whose id is above after, to be still to be done, with its arguments from 3 on.
// In a new library that is nothing: looking for what is not there would take as long as reading the puzzles.
func (t *Task) todoAfter(ctx context.Context, after int64) (conditions string, args []any, err error) {
	todo, args := t.todo()
	answered, by := "result WHERE plugin_id", t.plugin
	if t.Grade {
		answered, by = "grade WHERE algorithm_id", t.algorithm
	}
	var some, deleted bool
	err = t.store.file.Read.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM "+answered+` = ? AND puzzle_id > ?),
		EXISTS (SELECT 1 FROM deletion)`, by, after).Scan(&some, &deleted)
	if deleted {
		conditions = library.NotDeleted
	}
	if some {
		return conditions + " AND " + todo, args, err
	}
	return conditions, nil, err
}

// todo is the condition that the task has not done puzzle p, with its arguments 3 and 4.
func (t *Task) todo() (condition string, args []any) {
	if t.Grade {
		return `NOT EXISTS (SELECT 1 FROM grade g WHERE g.algorithm_id = ?3 AND g.puzzle_id = p.id AND g.plugin_id = ?4)`,
			[]any{t.algorithm, t.plugin}
	}
	return fmt.Sprintf(`NOT EXISTS (SELECT 1 FROM result r JOIN chunk c ON c.id = r.chunk_id
		JOIN task k ON k.id = c.task_id WHERE r.plugin_id = ?3 AND r.puzzle_id = p.id AND k.max_solutions = ?4
		AND r.verdict <> %d)`, sudoku.Crashed), []any{t.plugin, t.Limit}
}

func (t *Task) pendingBatch(ctx context.Context, l leg, after int64, size int) ([]Item, error) {
	todo, args, err := t.todoAfter(ctx, after)
	if err != nil {
		return nil, file.Explain(err)
	}
	query := "SELECT " + library.BareColumns + " FROM " + l.from + " WHERE " + l.where + todo + " ORDER BY p.id LIMIT " + strconv.Itoa(size)
	return library.Bare(ctx, t.store.Reader, query, append([]any{l.source, after}, args...)...)
}
