package library

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/sudokuctl/sudokuctl/store/internal/file"
)

// sorted returns the ORDER BY of a filter with a Sort, and adds to the conditions that a puzzle comes behind f.After.
// Puzzles of equal value are in the order of their ids, those of equal clues from the last down if the clues are, so that
// every puzzle has one place.
func sorted(ctx context.Context, s *Reader, c *conditions, f Filter) (order string, err error) {
	name, down := strings.CutPrefix(f.Sort, "-")
	less, direction := ">", ""
	if down {
		less, direction = "<", " DESC"
	}
	key := ""
	switch m, known := c.names.Metric(name); {
	case name == "id":
		if f.After != 0 {
			c.where += fmt.Sprintf(" AND p.id %s %d", less, f.After)
		}
		return " ORDER BY p.id" + direction, nil
	case name == "clues":
		key = "p.clues"
	case known:
		key = c.names.Value(m)
	default:
		return "", fmt.Errorf("sorting by metric %q: %w", name, ErrNotFound)
	}
	order = fmt.Sprintf(" ORDER BY %[1]s IS NULL, %[1]s%[2]s, p.id", key, direction)
	if key == "p.clues" {
		order = fmt.Sprintf(" ORDER BY p.clues%[1]s, p.id%[1]s", direction) // as the index has them, or backwards
	}
	if f.After == 0 {
		return order, nil
	}
	var last any
	err = s.read.QueryRowContext(ctx, "SELECT "+key+c.from()+" WHERE p.id = ?", f.After).Scan(&last)
	if errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("listing what comes behind puzzle %d: %w", f.After, ErrNotFound)
	}
	if err != nil {
		return "", fmt.Errorf("reading puzzle %d: %w", f.After, err)
	}
	if last == nil {
		c.where += fmt.Sprintf(" AND %s IS NULL AND p.id > %d", key, f.After)
		return order, nil
	}
	behind := ">"
	if key == "p.clues" {
		behind = less
	}
	c.where += fmt.Sprintf(" AND (%[1]s %[2]s ? OR %[1]s = ? AND p.id %[4]s %[3]d OR %[1]s IS NULL)", key, less, f.After, behind)
	c.args = append(c.args, last, last)
	return order, nil
}

// firstGraded returns the first puzzles of the whole library by a metric, nil if the filter asks for something else or
// fewer have a value. It reads grades alone: to find each puzzle's other rows before sorting costs six times as much.
func firstGraded(ctx context.Context, s *Reader, c *conditions, f Filter, order string) (ids []int64, err error) {
	m, known := c.names.Metric(strings.TrimPrefix(f.Sort, "-"))
	if !known || f.Limit == 0 || f.Where != "" || f.IDs != nil || f.Sources != nil || f.Puzzles != nil {
		return nil, nil
	}
	grade := fmt.Sprintf("g%d", m.Algorithm)
	query := fmt.Sprintf("SELECT p.id FROM grade %[1]s WHERE %[1]s.algorithm_id = %[2]d AND %[1]s.superseded = 0 "+
		"AND %[3]s IS NOT NULL AND %[4]s%[5]s LIMIT %[6]d",
		grade, m.Algorithm, c.names.Value(m), c.where, order, f.Limit)
	ids, err = file.Column[int64](file.Found(s.read.QueryContext(ctx, strings.ReplaceAll(query, "p.id", grade+".puzzle_id"), c.args...)))
	if len(ids) < f.Limit {
		ids = nil
	}
	return ids, err
}
