package library

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/store/internal/file"
	"github.com/sudokuctl/sudokuctl/store/internal/where"
)

// Selection says which puzzles a run is about: those of some sources, some by their numbers, or all.
type Selection struct {
	Sources []int64 `json:"sources"`           // nil: every puzzle of the library; empty: none
	Puzzles []int64 `json:"puzzles,omitempty"` // not nil: these, and Sources does not count
}

// Filter says which puzzles to list. The zero Filter means all.
type Filter struct {
	Selection
	IDs    []int64
	Where  string  // "" or a condition such as se>=4.5 && clues<=24 && !dup; see docs/store.md
	Levels []Level // that the condition may speak of
	Limit  int     // rows at most, 0 = no limit
	// Deleted asks for puzzles that are deleted. Else they are left out.
	Deleted bool
	// Sort is "", or by what puzzles are listed: id, clues or a metric, with a minus before it from the largest down.
	// A puzzle without a value of the metric comes last.
	Sort  string
	After int64 // 0, or the id of a puzzle: only those that are listed behind it. Needs a Sort
	// Techniques returns names that uses() knows beside those of the library's puzzles; nil if there are none. It is
	// called only if the condition names another one.
	Techniques func(context.Context) []string
}

// Level is a band of a metric: values below Below that are in no earlier band.
type Level = where.Level

// WhereError says what is wrong with a condition, and at which place.
type WhereError = where.Error

// conditions are what a filter says, in SQL.
type conditions struct {
	names *where.Names
	where string
	args  []any
}

// from returns FROM with the tables of a listing, and grades of the metrics in use.
func (c *conditions) from() string { return where.FromListed + c.names.Grades() }

// numbers asks for the numbers of the puzzles.
func (c *conditions) numbers() string { return "SELECT p.id" + c.names.From() + " WHERE " + c.where }

// conditions translates a filter but for its limit.
func (s *Reader) conditions(ctx context.Context, f Filter) (*conditions, error) {
	options := where.Options{Levels: f.Levels, ByID: f.IDs != nil}
	if f.Techniques != nil {
		options.Techniques = func() []string { return f.Techniques(ctx) }
	}
	names, err := where.NewNames(Facts(ctx, s), options)
	if err != nil {
		return nil, err
	}
	c := &conditions{names: names}
	all := []string{"p.id NOT IN (SELECT puzzle_id FROM deletion)"}
	if f.Deleted {
		all[0] = "p.id IN (SELECT puzzle_id FROM deletion)"
	}
	switch {
	case f.Puzzles != nil:
		all = append(all, "p.id IN "+file.IDList(f.Puzzles))
	case f.Sources != nil:
		list := file.IDList(f.Sources)
		all = append(all, "(p.source_id IN "+list+
			" OR p.id IN (SELECT puzzle_id FROM recurrence WHERE source_id IN "+list+"))")
	}
	if f.IDs != nil {
		all = append(all, "p.id IN "+file.IDList(f.IDs))
	}
	if f.Where != "" {
		var sql string
		if sql, c.args, err = names.Condition(f.Where); err != nil {
			return nil, err
		}
		all = append(all, sql)
	}
	c.where = strings.Join(all, " AND ")
	return c, nil
}

// Facts answers the questions of conditions about the library.
func Facts(ctx context.Context, s *Reader) where.Library {
	return func(query string, args ...any) (found [][]any, err error) {
		err = eachRow(file.Found(s.read.QueryContext(ctx, query, args...)), func(_ []string, v []any) error {
			found = append(found, slices.Clone(v))
			return nil
		})
		return found, file.Explain(err)
	}
}

// clause returns what follows the columns of a listing: FROM, WHERE, ORDER BY and LIMIT.
func clause(ctx context.Context, s *Reader, f Filter) (clause string, args []any, err error) {
	c, err := s.conditions(ctx, f)
	if err != nil {
		return "", nil, err
	}
	from, order, first := where.FromListed, " ORDER BY p.id", ""
	if f.Sort != "" {
		if order, err = sorted(ctx, s, c, f); err != nil {
			return "", nil, err
		}
		from = c.from()
	}
	if f.Limit > 0 {
		first = order + fmt.Sprint(" LIMIT ", f.Limit)
	}
	if f.Where == "" && f.Limit == 0 {
		return from + " WHERE " + c.where + order, c.args, nil
	}
	// The numbers alone are found in fewer tables, by whatever index is best.
	return from + " WHERE p.id IN (" + c.numbers() + first + ")" + order, c.args, nil
}

// Count returns how many puzzles a filter lets through.
func (s *Reader) Count(ctx context.Context, f Filter) (n int64, err error) {
	c, err := s.conditions(ctx, f)
	if err == nil {
		err = s.read.QueryRowContext(ctx, "SELECT count(*)"+c.names.From()+" WHERE "+c.where, c.args...).Scan(&n)
	}
	if err != nil {
		return 0, fmt.Errorf("counting puzzles: %w", file.Explain(err))
	}
	return n, nil
}

// EachID calls each with the number of every puzzle that a filter lets through, in any order; its limit does not count.
func (s *Reader) EachID(ctx context.Context, f Filter, each func(int64)) error {
	c, err := s.conditions(ctx, f)
	if err == nil {
		var id int64
		err = file.Found(s.read.QueryContext(ctx, c.numbers(), c.args...)).Each(func() error { each(id); return nil }, &id)
	}
	if err != nil {
		return fmt.Errorf("looking for puzzles: %w", file.Explain(err))
	}
	return nil
}
