package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/store/internal/file"
)

// sorting is how puzzles are sorted by a metric. An index of the metric answers bound and byValue, but not all, which has the
// puzzles without a value last.
type sorting struct {
	all     string // ORDER BY of all puzzles
	byValue string // ORDER BY of those that have a value; "" if no metric is sorted by or only those without one are left
	bound   string // condition that such a value may come behind f.After
	args    []any  // of bound
}

// sorted returns the order of a filter with a Sort, and adds to the conditions that a puzzle comes behind f.After.
// Puzzles of equal value are in the order of their ids, those of equal clues from the last down if the clues are, so that
// every puzzle has one place.
func sorted(ctx context.Context, s *Store, c *conditions, f Filter) (by sorting, err error) {
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
		return sorting{all: " ORDER BY p.id" + direction}, nil
	case name == "clues":
		key = "p.clues"
	case known:
		key = c.names.Value(m)
	default:
		return by, fmt.Errorf("sorting by metric %q: %w", name, ErrNotFound)
	}
	if key == "p.clues" {
		by.all = fmt.Sprintf(" ORDER BY p.clues%[1]s, p.id%[1]s", direction) // as the index has them, or backwards
	} else {
		by.all = fmt.Sprintf(" ORDER BY %[1]s IS NULL, %[1]s%[2]s, p.id", key, direction)
		by.byValue = fmt.Sprintf(" ORDER BY %s%s, p.id", key, direction)
		by.bound = key + " >= -9e999" // minus infinity: what IS NOT NULL says, which no index of an expression answers
	}
	if f.After == 0 {
		return by, nil
	}
	var last any
	err = s.read.QueryRowContext(ctx, "SELECT "+key+c.from()+" WHERE p.id = ?", f.After).Scan(&last)
	if errors.Is(err, sql.ErrNoRows) {
		return by, fmt.Errorf("listing what comes behind puzzle %d: %w", f.After, ErrNotFound)
	}
	if err != nil {
		return by, fmt.Errorf("reading puzzle %d: %w", f.After, err)
	}
	if last == nil {
		c.where += fmt.Sprintf(" AND %s IS NULL AND p.id > %d", key, f.After)
		by.byValue = ""
		return by, nil
	}
	if by.byValue != "" {
		by.bound, by.args = fmt.Sprintf("%s %s= ? AND %s", key, less, by.bound), []any{last}
	}
	behind := ">"
	if key == "p.clues" {
		behind = less
	}
	c.where += fmt.Sprintf(" AND (%[1]s %[2]s ? OR %[1]s = ? AND p.id %[4]s %[3]d OR %[1]s IS NULL)", key, less, f.After, behind)
	c.args = append(c.args, last, last)
	return by, nil
}

// firstOf returns the first puzzles in an order, nil if they are to be listed as all others are. To find each puzzle's other rows
// before sorting costs six times as much: clues are sorted by in the table of puzzles, and a metric of the whole library in the
// grades alone, if enough puzzles have a value.
func firstOf(ctx context.Context, s *Store, c *conditions, f Filter, by sorting) (ids []int64, err error) {
	graded := by.byValue != "" && f.Where == "" && f.IDs == nil && f.Sources == nil && f.Puzzles == nil
	byClues := strings.TrimPrefix(f.Sort, "-") == "clues"
	if f.Limit == 0 || !graded && !byClues {
		return nil, nil
	}
	query, args := firstQuery(c, f, by)
	ids, err = file.Column[int64](file.Found(s.read.QueryContext(ctx, query, args...)))
	if graded && len(ids) < f.Limit {
		ids = nil
	}
	return ids, err
}

// firstQuery returns the query of puzzles in the order of clues or of a metric.
func firstQuery(c *conditions, f Filter, by sorting) (query string, args []any) {
	if by.byValue == "" {
		c.names.NeedPuzzles()
		id, numbers := c.names.Numbers(c.where)
		return fmt.Sprintf("SELECT %s%s%s LIMIT %d", id, numbers, by.all, f.Limit), c.args
	}
	m, _ := c.names.Metric(strings.TrimPrefix(f.Sort, "-"))
	grade := fmt.Sprintf("g%d", m.Algorithm)
	query = fmt.Sprintf("SELECT p.id FROM grade %[1]s WHERE %[1]s.algorithm_id = %[2]d AND %[1]s.superseded = 0 AND %[3]s AND %[4]s%[5]s LIMIT %[6]d",
		grade, m.Algorithm, by.bound, c.where, by.byValue, f.Limit)
	return strings.ReplaceAll(query, "p.id", grade+".puzzle_id"), append(slices.Clone(by.args), c.args...)
}
