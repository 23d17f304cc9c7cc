package library

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store/internal/file"
)

// Facets counts the puzzles that a filter lets through by what they are: Counts["verdict"]["unique"].
type Facets struct {
	Puzzles int64
	Counts  map[string]map[string]int64 // by verdict, geometry, clues, symmetry, source, tag and flag
	Partial bool                        // the time was up: there are more
}

// fewToCount puzzles are counted even if the time is up: it takes a few milliseconds, unless the machine does much else.
const fewToCount = 500

// Facets reads puzzles for as long as budget says, and counts them. Those of a library with few puzzles are all counted.
// The limit of the filter does not count.
func (s *Reader) Facets(ctx context.Context, f Filter, budget time.Duration) (*Facets, error) {
	c, err := s.conditions(ctx, f)
	if err != nil {
		return nil, fmt.Errorf("counting puzzles: %w", file.Explain(err))
	}
	var newest int64
	if err := s.read.QueryRowContext(ctx, "SELECT coalesce(max(id), 0) FROM puzzle").Scan(&newest); err != nil {
		return nil, fmt.Errorf("counting puzzles: %w", file.Explain(err))
	}
	if newest <= fewToCount {
		budget = time.Hour
	}
	bounded, cancel := context.WithTimeout(ctx, budget) // a condition may let no puzzle through for long
	defer cancel()
	rows, err := s.read.QueryContext(bounded, `SELECT coalesce(a.verdict, 0), gm.text, p.clues, p.symmetry, s.name,
		coalesce(a.disputed, 0), d.original_id IS NOT NULL, (SELECT group_concat(t.name, char(10)) FROM puzzle_tag pt
		JOIN tag t ON t.id = pt.tag_id WHERE pt.puzzle_id = p.id)`+c.from()+" WHERE "+c.where, c.args...)
	facets := &Facets{Counts: map[string]map[string]int64{}}
	late := func() bool { return bounded.Err() != nil && ctx.Err() == nil }
	if err != nil && late() {
		facets.Partial = true
		return facets, nil
	}
	if err != nil {
		return nil, fmt.Errorf("counting puzzles: %w", file.Explain(err))
	}
	defer rows.Close()
	count := func(by, what string) {
		if facets.Counts[by] == nil {
			facets.Counts[by] = map[string]int64{}
		}
		facets.Counts[by][what]++
	}
	columns := make([]string, 8)
	until := time.Now().Add(budget)
	err = eachRow(rows, columns, func(_ []string, v []any) error {
		if facets.Puzzles++; facets.Puzzles%256 == 0 && time.Now().After(until) {
			facets.Partial = true
			return errEnough
		}
		count("verdict", sudoku.Verdict(v[0].(int64)).String())
		count("geometry", v[1].(string))
		count("clues", fmt.Sprint(v[2]))
		for i, name := range sudoku.SymmetryNames {
			if v[3].(int64)>>i&1 == 1 {
				count("symmetry", name)
			}
		}
		count("source", v[4].(string))
		if v[5].(int64) == 1 {
			count("flag", "disputed")
		}
		if v[6].(int64) == 1 {
			count("flag", "dup")
		}
		if tags, ok := v[7].(string); ok {
			for tag := range strings.SplitSeq(tags, "\n") {
				count("tag", tag)
			}
		}
		return nil
	})
	if err != nil && err != errEnough && late() {
		facets.Partial = true
		return facets, nil
	}
	if err != nil && err != errEnough {
		return nil, fmt.Errorf("counting puzzles: %w", file.Explain(err))
	}
	return facets, nil
}

// errEnough ends a walk over rows that has seen enough.
var errEnough = errors.New("enough")
