package library

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
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
