package store

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store/internal/file"
	"github.com/sudokuctl/sudokuctl/store/internal/where"
)

// Facets counts the puzzles that a filter lets through by what they are: Counts["verdict"]["unique"].
type Facets struct {
	Puzzles int64                       `json:"puzzles"`
	Sampled bool                        `json:"approximate"` // estimates from a sample of the whole library; every source and tag is there
	Counts  map[string]map[string]int64 `json:"counts"`      // by verdict, level, geometry, clues, symmetry, source, tag and flag
}

// fewToCount puzzles are counted even if the time is up: it takes a few milliseconds, unless the machine does much else.
const fewToCount = 500

// A sample is made of windows of puzzles with successive numbers, which are spread evenly over the library.
const (
	sampleWindow  = 32
	sampleWindows = 128 // at least, if the time is up
)

// Facets counts puzzles for as long as budget says. Meanwhile it counts those of a sample, from which it estimates if there
// is no time for all. Those of a library with few puzzles are all counted. The limit of the filter does not count.
func (s *Store) Facets(ctx context.Context, f Filter, budget time.Duration) (facets *Facets, err error) {
	c, err := s.conditions(ctx, f)
	var newest int64
	if err == nil {
		err = s.read.QueryRowContext(ctx, "SELECT coalesce(max(id), 0) FROM puzzle").Scan(&newest)
	}
	if err == nil && newest <= fewToCount {
		facets, err = s.countAll(ctx, f.Levels, c)
	} else if err == nil {
		facets, err = s.countSoon(ctx, f, c, newest, budget)
	}
	if err != nil {
		return nil, fmt.Errorf("counting puzzles: %w", file.Explain(err))
	}
	return facets, nil
}

// countSoon counts all puzzles if there is time for them, otherwise those of a sample.
func (s *Store) countSoon(ctx context.Context, f Filter, c *conditions, newest int64, budget time.Duration) (*Facets, error) {
	var sample *Facets
	failed := make(chan error, 1)
	sampling, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		byID, err := s.translate(sampling, f, true) // windows are found by their numbers
		if err == nil {
			sample, err = s.countSample(sampling, f.Levels, byID, newest, budget)
		}
		failed <- err
	}()
	bounded, cancel := context.WithTimeout(ctx, budget) // a condition may let no puzzle through for long
	defer cancel()
	all, err := s.countAll(bounded, f.Levels, c)
	if err == nil || bounded.Err() == nil || ctx.Err() != nil {
		return all, err
	}
	err = <-failed
	return sample, err
}

// countAll counts all puzzles of a condition.
func (s *Store) countAll(ctx context.Context, levels []Level, c *conditions) (*Facets, error) {
	facets := &Facets{Counts: map[string]map[string]int64{}}
	return facets, s.count(ctx, facets, levels, rating(levels, c)+c.from(), c.where, c.args)
}

// countSample counts the puzzles of a sample, as far as the budget reaches.
func (s *Store) countSample(ctx context.Context, levels []Level, c *conditions, newest int64, budget time.Duration) (*Facets, error) {
	facets := &Facets{Counts: map[string]map[string]int64{}, Sampled: true}
	rated := rating(levels, c) // before FROM is written, for it joins the grades that it reads
	from, in := windowOf(c)
	from = rated + from
	windows := uint64(newest+sampleWindow-1) / sampleWindow
	width := bits.Len64(windows - 1)
	until := time.Now().Add(budget)
	counted := int64(0)
	for k := range uint64(1) << width { // in the order in which any first windows are spread evenly
		window := bits.Reverse64(k) >> (64 - width)
		if window >= windows {
			continue
		}
		if counted >= sampleWindows && time.Now().After(until) {
			break
		}
		first := int64(window)*sampleWindow + 1
		err := s.count(ctx, facets, levels, from, in, append(slices.Clip(c.args), first, first+sampleWindow-1))
		if err != nil {
			return nil, err
		}
		counted++
	}
	estimate := func(n int64) int64 { return (n*int64(windows) + counted/2) / counted }
	facets.Puzzles = estimate(facets.Puzzles)
	for _, counts := range facets.Counts {
		for what, n := range counts {
			counts[what] = estimate(n)
		}
	}
	return facets, s.SQL(ctx, "SELECT 'source', name FROM source UNION SELECT 'tag', name FROM tag", func(_ []string, v []any) error {
		facets.add(v[0].(string), v[1].(string), 0)
		return nil
	})
}

// windowOf returns FROM and WHERE of a query for puzzles that are found by the least and the greatest number.
func windowOf(c *conditions) (from, in string) {
	return strings.Replace(c.from(), "puzzle p", "puzzle p NOT INDEXED", 1), c.where + " AND p.id BETWEEN ? AND ?"
}

// add adds to a count.
func (f *Facets) add(by, what string, n int64) {
	if f.Counts[by] == nil {
		f.Counts[by] = map[string]int64{}
	}
	f.Counts[by][what] += n
}

// rating is the value by which puzzles have a level, as SQL: NULL if they have none.
func rating(levels []Level, c *conditions) string {
	sql := "NULL"
	if len(levels) > 0 {
		for _, metric := range []string{where.BesideConstraints(levels[0].Metric), levels[0].Metric} {
			if value, known := c.names.Number(metric); known {
				sql = "coalesce(" + value + ", " + sql + ")"
			}
		}
	}
	return sql
}

// count adds the puzzles of a condition; from begins with their rating.
func (s *Store) count(ctx context.Context, facets *Facets, levels []Level, from, where string, args []any) error {
	rows := file.Found(s.read.QueryContext(ctx, `SELECT coalesce(p.verdict, 0), gm.text, p.clues, p.symmetry, s.name,
		p.disputed, d.original_id IS NOT NULL, (SELECT group_concat(t.name, char(10)) FROM puzzle_tag pt
		JOIN tag t ON t.id = pt.tag_id WHERE pt.puzzle_id = p.id), `+from+" WHERE "+where, args...))
	return eachRow(rows, func(_ []string, v []any) error {
		facets.Puzzles++
		facets.add("verdict", sudoku.Verdict(v[0].(int64)).String(), 1)
		facets.add("geometry", v[1].(string), 1)
		facets.add("clues", fmt.Sprint(v[2]), 1)
		rated := toFloat(v[8])
		if i := slices.IndexFunc(levels, func(l Level) bool { return rated < l.Below }); i >= 0 {
			facets.add("level", levels[i].Name, 1)
		}
		for i, name := range sudoku.SymmetryNames {
			if v[3].(int64)>>i&1 == 1 {
				facets.add("symmetry", name, 1)
			}
		}
		facets.add("source", v[4].(string), 1)
		if v[5].(int64) == 1 {
			facets.add("flag", "disputed", 1)
		}
		if v[6].(int64) == 1 {
			facets.add("flag", "dup", 1)
		}
		if tags, ok := v[7].(string); ok {
			for tag := range strings.SplitSeq(tags, "\n") {
				facets.add("tag", tag, 1)
			}
		}
		return nil
	})
}
