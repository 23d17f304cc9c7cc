package store

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// conditions are what a filter says, in SQL.
type conditions struct {
	names *whereNames
	where string
	args  []any
}

// from returns the tables that the conditions, and the metrics asked for beside, speak of.
func (c *conditions) from() string { return fromListed + c.names.joined() }

// conditions translates a filter but for its limit.
func (s *Store) conditions(ctx context.Context, f Filter) (*conditions, error) {
	names, err := s.whereNames(ctx, f)
	if err != nil {
		return nil, err
	}
	all := []string{"TRUE"}
	if f.Sources != nil {
		list := idList(f.Sources)
		all = append(all, "(p.source_id IN "+list+
			" OR p.id IN (SELECT puzzle_id FROM recurrence WHERE source_id IN "+list+"))")
	}
	if f.IDs != nil {
		all = append(all, "p.id IN "+idList(f.IDs))
	}
	p := whereParser{whereScanner: whereScanner{where: f.Where}, names: names}
	if f.Where != "" {
		sql, err := p.parse()
		if err != nil {
			return nil, err
		}
		all = append(all, sql)
	}
	return &conditions{names: names, where: strings.Join(all, " AND "), args: p.args}, nil
}

// where returns what follows the columns of a listing: FROM, WHERE, ORDER BY and LIMIT.
func (s *Store) where(ctx context.Context, f Filter) (clause string, args []any, err error) {
	c, err := s.conditions(ctx, f)
	if err != nil {
		return "", nil, err
	}
	clause, args = c.from()+" WHERE "+c.where, c.args
	if f.Where == "" {
		clause += " ORDER BY p.id"
	}
	if f.Limit > 0 {
		clause, args = clause+" LIMIT ?", append(args, f.Limit)
	}
	return clause, args, nil
}

// joined returns the joins with the current grades of the algorithms in use. The numbers stand in the text,
// not in arguments, because a partial index is only used for constants.
func (n *whereNames) joined() string {
	var b strings.Builder
	for _, id := range slices.Sorted(maps.Keys(n.joins)) {
		fmt.Fprintf(&b, " LEFT JOIN grade g%d%s ON g%[1]d.algorithm_id = %[1]d AND g%[1]d.puzzle_id = p.id"+
			" AND g%[1]d.superseded = 0", id, n.begin[id])
	}
	return b.String()
}

// Count returns how many puzzles a filter lets through.
func (s *Store) Count(ctx context.Context, f Filter) (n int64, err error) {
	c, err := s.conditions(ctx, f)
	if err == nil {
		err = s.read.QueryRowContext(ctx, "SELECT count(*)"+c.from()+" WHERE "+c.where, c.args...).Scan(&n)
	}
	if err != nil {
		return 0, fmt.Errorf("counting puzzles: %w", explain(err))
	}
	return n, nil
}
