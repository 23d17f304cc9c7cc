package store

import (
	"context"
	"fmt"
	"iter"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Item is a puzzle of the library.
type Item struct {
	ID     int64
	Puzzle *sudoku.Puzzle
}

// Pending walks over the puzzles of a selection that the task's plugin, in this version with these settings, has not
// yet solved with the same limit, or not yet graded, whichever run did it. Batches hold at most size puzzles of any
// geometries; each puzzle comes once. Results may be saved during the walk. An error is yielded last.
func (s *Store) Pending(ctx context.Context, t *Task, sel Selection, size int) iter.Seq2[[]Item, error] {
	return func(yield func([]Item, error) bool) {
		for _, leg := range sel.legs() {
			for after := int64(0); ; {
				items, err := s.pendingBatch(ctx, t, leg, after, size)
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
func (s *Store) CountPending(ctx context.Context, t *Task, sel Selection) (total int64, err error) {
	for _, leg := range sel.legs() {
		var n int64
		todo, args := t.todo()
		query := "SELECT count(*) FROM " + leg.from + " WHERE " + leg.where + " AND " + todo
		if err := s.read.QueryRowContext(ctx, query, append(leg.args[:len(leg.args):len(leg.args)], args...)...).Scan(&n); err != nil {
			return 0, fmt.Errorf("counting puzzles for plugin %q: %w", t.Plugin.Info.ID, explain(err))
		}
		total += n
	}
	return total, nil
}

// leg is a part of a selection that an index yields in the order of key, the puzzle's id. The parts do not overlap.
type leg struct {
	from, where, key string
	args             []any
}

// legs cuts a selection into the puzzles seen first in each source, and those seen again in one.
func (sel Selection) legs() []leg {
	if sel.Sources == nil {
		return []leg{{from: "puzzle p", where: "TRUE", key: "p.id"}}
	}
	var legs []leg
	chosen := idList(sel.Sources)
	for i, source := range sel.Sources {
		legs = append(legs,
			leg{from: "puzzle p", where: "p.source_id = ?", key: "p.id", args: []any{source}},
			leg{from: "(SELECT DISTINCT source_id, puzzle_id FROM recurrence) q JOIN puzzle p ON p.id = q.puzzle_id",
				where: "q.source_id = ? AND p.source_id NOT IN " + chosen + ` AND NOT EXISTS (SELECT 1 FROM recurrence e
					WHERE e.source_id IN ` + idList(sel.Sources[:i]) + " AND e.puzzle_id = q.puzzle_id)",
				key: "q.puzzle_id", args: []any{source}})
	}
	return legs
}

func idList(ids []int64) string {
	return "(" + strings.Trim(strings.ReplaceAll(fmt.Sprint(ids), " ", ","), "[]") + ")"
}

// todo is the condition that puzzle p is still to be done, with its arguments.
func (t *Task) todo() (condition string, args []any) {
	if t.Grade {
		return `NOT EXISTS (SELECT 1 FROM grade g WHERE g.algorithm_id = ? AND g.puzzle_id = p.id AND g.plugin_id = ?)`,
			[]any{t.algorithm, t.plugin}
	}
	return `NOT EXISTS (SELECT 1 FROM result r JOIN chunk c ON c.id = r.chunk_id JOIN task k ON k.id = c.task_id
		WHERE r.plugin_id = ? AND r.puzzle_id = p.id AND k.max_solutions = ?)`, []any{t.plugin, t.Limit}
}

func (s *Store) pendingBatch(ctx context.Context, t *Task, l leg, after int64, size int) ([]Item, error) {
	todo, todoArgs := t.todo()
	query := "SELECT " + itemColumns + " FROM " + l.from + " JOIN source s ON s.id = p.source_id WHERE " + l.where +
		" AND " + l.key + " > ? AND " + todo + " ORDER BY " + l.key + " LIMIT ?"
	args := append(l.args[:len(l.args):len(l.args)], after)
	args = append(append(args, todoArgs...), size)
	return s.items(ctx, query, args...)
}

// itemColumns are what readItem needs of puzzle p and source s.
const itemColumns = "p.id, p.geometry_id, p.cells, p.name, s.name, p.line, p.comment"

func (s *Store) items(ctx context.Context, query string, args ...any) ([]Item, error) {
	rows, err := s.read.QueryContext(context.WithoutCancel(ctx), query, args...)
	if err != nil {
		return nil, explain(err)
	}
	defer rows.Close()
	var items []Item
	for rows.Next() {
		var raw rawItem
		if err := rows.Scan(raw.fields()...); err != nil {
			return nil, explain(err)
		}
		item, _, err := s.item(ctx, &raw)
		if err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return items, explain(rows.Err())
}
