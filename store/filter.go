package store

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// where returns what follows the columns of a query over puzzles: FROM, WHERE, ORDER BY and LIMIT.
func (s *Store) where(ctx context.Context, f Filter) (clause string, args []any, err error) {
	from, conditions, args, err := s.conditions(ctx, f)
	if err != nil {
		return "", nil, err
	}
	clause = from + " WHERE " + conditions
	if f.Where == "" {
		clause += " ORDER BY p.id"
	}
	if f.Limit > 0 {
		clause, args = clause+" LIMIT ?", append(args, f.Limit)
	}
	return clause, args, nil
}

// conditions returns the tables that a filter speaks of and what they must fulfil.
func (s *Store) conditions(ctx context.Context, f Filter) (from, where string, args []any, err error) {
	from = fromListed
	all := []string{"TRUE"}
	if f.Sources != nil {
		list := idList(f.Sources)
		all = append(all, "(p.source_id IN "+list+
			" OR p.id IN (SELECT puzzle_id FROM recurrence WHERE source_id IN "+list+"))")
	}
	if f.IDs != nil {
		all = append(all, "p.id IN "+idList(f.IDs))
	}
	if f.Where != "" {
		names, err := s.whereNames(ctx, f.Levels)
		if err != nil {
			return "", "", nil, err
		}
		names.byID = f.IDs != nil
		p := whereParser{whereScanner: whereScanner{where: f.Where}, names: names}
		sql, err := p.parse()
		if err != nil {
			return "", "", nil, err
		}
		all, args = append(all, sql), p.args
		from += names.joined()
	}
	return from, strings.Join(all, " AND "), args, nil
}

// joined returns the joins with the current grades of the algorithms in use. The numbers stand in the text,
// not in arguments, because a partial index is only used for constants.
func (n *whereNames) joined() string {
	var b strings.Builder
	for _, id := range slices.Sorted(maps.Keys(n.joins)) {
		fmt.Fprintf(&b, " LEFT JOIN grade g%d ON g%[1]d.algorithm_id = %[1]d AND g%[1]d.puzzle_id = p.id"+
			" AND g%[1]d.superseded = 0", id)
	}
	return b.String()
}

// Count returns how many puzzles a filter lets through.
func (s *Store) Count(ctx context.Context, f Filter) (n int64, err error) {
	from, where, args, err := s.conditions(ctx, f)
	if err == nil {
		err = s.read.QueryRowContext(ctx, "SELECT count(*)"+from+" WHERE "+where, args...).Scan(&n)
	}
	if err != nil {
		return 0, fmt.Errorf("counting puzzles: %w", explain(err))
	}
	return n, nil
}
