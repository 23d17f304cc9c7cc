package store

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/store/internal/file"
	"github.com/sudokuctl/sudokuctl/store/internal/where"
)

// Filter says which puzzles to list. The zero Filter means all.
type Filter struct {
	Selection
	IDs     []int64
	Metrics []string // whose values are read; nil for all
	Detail  Detail   // what else is read
	Where   string   // "" or a condition such as se>=4.5 && clues<=24 && !dup; see docs/store.md
	Levels  []Level  // that the condition may speak of
	Limit   int      // rows at most, 0 = no limit
	// Deleted asks for puzzles that are deleted. Else they are left out.
	Deleted bool
	// Sort is "", or by what puzzles are listed: id, clues or a metric, with a minus before it from the largest down.
	// A puzzle without a value of the metric comes last.
	Sort  string
	After int64 // 0, or the id of a puzzle: only those that are listed behind it. Needs a Sort
	// Techniques returns names that uses() knows beside those of the library's puzzles; nil if there are none. It is
	// called only if the condition names another one.
	Techniques func(context.Context) []string
	// Measured returns the metrics that graders at hand measure; nil if none are known. It is called once a condition
	// names what is no metric of the library.
	Measured func(context.Context) []string
}

// Level is a band of a metric: values below Below that are in no earlier band.
type Level = where.Level

// conditions are what a filter says, in SQL.
type conditions struct {
	names *where.Names
	where string
	args  []any
}

// from returns the tables that the conditions, and the metrics asked for beside, speak of.
func (c *conditions) from() string { return where.FromListed + c.names.Joins() }

// conditions translates a filter but for its limit.
func (s *Store) conditions(ctx context.Context, f Filter) (*conditions, error) {
	return s.translate(ctx, f, f.IDs != nil)
}

// translate does it for puzzles that are found by their numbers, or by whatever index is best.
func (s *Store) translate(ctx context.Context, f Filter, byID bool) (*conditions, error) {
	names, err := s.names(ctx, f, byID)
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
		names.NeedPuzzles()
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

// names returns the names that a filter's condition may use.
func (s *Store) names(ctx context.Context, f Filter, byID bool) (*where.Names, error) {
	options := where.Options{Levels: f.Levels, ByID: byID}
	if f.Measured != nil {
		options.Metrics = func() []string { return f.Measured(ctx) }
	}
	if f.Techniques != nil {
		options.Techniques = func() []string { return f.Techniques(ctx) }
	}
	return where.NewNames(factsOf(ctx, s), options)
}

// factsOf answers the questions of conditions about the library.
func factsOf(ctx context.Context, s *Store) where.Library {
	return func(query string, args ...any) (found [][]any, err error) {
		err = eachRow(file.Found(s.read.QueryContext(ctx, query, args...)), func(_ []string, v []any) error {
			found = append(found, slices.Clone(v))
			return nil
		})
		return found, file.Explain(err)
	}
}

// clause returns what follows the columns of a listing: FROM, WHERE, ORDER BY and LIMIT.
func clause(ctx context.Context, s *Store, f Filter) (clause string, args []any, err error) {
	c, err := s.conditions(ctx, f)
	if err != nil {
		return "", nil, err
	}
	order := " ORDER BY p.id"
	if f.Sort != "" {
		by, err := sorted(ctx, s, c, f)
		if err != nil {
			return "", nil, err
		}
		order = by.all
		if first, err := firstOf(ctx, s, c, f, by); err != nil || first != nil {
			return c.from() + " WHERE p.id IN " + file.IDList(first) + order, nil, err
		}
	}
	from := c.from()
	if f.Where != "" && f.IDs == nil && f.Sort == "" {
		if f.Limit == 0 {
			// The numbers are found in whatever order is fastest, and sorted.
			return where.FromListed + " WHERE p.id IN (SELECT p.id" + from + " WHERE " + c.where + ")" + order, c.args, nil
		}
		few, err := few(ctx, s, c)
		if err != nil {
			return "", nil, err
		}
		if few != nil {
			slices.Sort(few)
			return where.FromListed + " WHERE p.id IN " + file.IDList(few[:min(len(few), f.Limit)]) + order, nil, nil
		}
		// Many fit, so the first of them are soon found in the order of their numbers.
		if c, err = s.translate(ctx, f, true); err != nil {
			return "", nil, err
		}
		from = strings.Replace(c.from(), "FROM puzzle p", "FROM puzzle p NOT INDEXED", 1)
	}
	clause, args = from+" WHERE "+c.where+order, c.args
	if f.Limit > 0 {
		clause, args = clause+" LIMIT ?", append(args, f.Limit)
	}
	return clause, args, nil
}

// fewPuzzles is up to how many numbers are fetched and sorted to list the first of them. To go through the library by
// number until as many as a screen holds are found costs about the same if so many of a million fit.
const fewPuzzles = 5_000

// few returns the numbers of the puzzles that fit, nil if there are many.
func few(ctx context.Context, s *Store, c *conditions) ([]int64, error) {
	few := []int64{}
	some := *c
	some.where += fmt.Sprintf(" LIMIT %d", fewPuzzles+1)
	err := eachID(ctx, s, &some, func(id int64) { few = append(few, id) })
	if len(few) > fewPuzzles {
		few = nil
	}
	return few, err
}

// Count returns how many puzzles a filter lets through.
func (s *Store) Count(ctx context.Context, f Filter) (n int64, err error) {
	c, err := s.conditions(ctx, f)
	if err == nil {
		_, numbers := c.names.Numbers(c.where)
		err = s.read.QueryRowContext(ctx, "SELECT count(*)"+numbers, c.args...).Scan(&n)
	}
	if err != nil {
		return 0, fmt.Errorf("counting puzzles: %w", file.Explain(err))
	}
	return n, nil
}
