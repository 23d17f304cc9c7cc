package attached

import (
	"cmp"
	"context"
	"iter"
	"math"
	"slices"

	"github.com/sudokuctl/sudokuctl/fleet/part"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// Metrics returns the metrics that the parts have.
func (l *Library) Metrics() []string { return l.words.Metrics }

// Stats counts as the library does, with the puzzles of all parts. Those are compared with no other puzzle, so that one that is
// there twice counts twice.
func (l *Library) Stats(ctx context.Context) (*store.Stats, error) {
	s, err := l.store.Stats(ctx)
	if err != nil || len(l.parts) == 0 {
		return s, err
	}
	byPlugin := map[string]*store.GraderStats{}
	for i := range s.Graders {
		byPlugin[s.Graders[i].Plugin] = &s.Graders[i]
	}
	err = l.walk(ctx, store.Filter{}, func(f *file, row *part.Row) bool {
		verdict, disputed := f.verdict(row)
		s.Puzzles++
		s.Verdicts[verdict]++
		if disputed {
			s.Disputed++
		}
		for k, t := range f.header.Tasks {
			if t.Kind != job.Grade {
				continue
			}
			g := byPlugin[t.Plugin]
			if g == nil {
				g = &store.GraderStats{Plugin: t.Plugin}
				byPlugin[t.Plugin] = g
			}
			switch {
			case len(row.Answers[k].Grades) > 0:
				g.Graded++
			case f.header.Plan != "": // an export is silent about puzzles of which it knows no grade
				g.Ungradable++
			}
		}
		return true
	})
	if err != nil {
		return nil, err
	}
	graders := make([]store.GraderStats, 0, len(byPlugin))
	for _, g := range byPlugin {
		g.Missing = s.Puzzles - g.Graded - g.Ungradable
		graders = append(graders, *g)
	}
	slices.SortFunc(graders, func(a, b store.GraderStats) int { return cmp.Compare(a.Plugin, b.Plugin) })
	s.Graders = graders
	return s, nil
}

// Values walks over the puzzles that a filter lets through, as that of the library does: first over its own, then over the rows
// of the parts.
func (l *Library) Values(ctx context.Context, f store.Filter, metrics ...string) iter.Seq2[[]float64, error] {
	f.Beyond = l.words
	return func(yield func([]float64, error) bool) {
		for v, err := range l.store.Values(ctx, f, metrics...) {
			if !yield(v, err) || err != nil {
				return
			}
		}
		values := make([]float64, len(metrics))
		err := l.walk(ctx, f, func(_ *file, row *part.Row) bool {
			for i, name := range metrics {
				values[i] = number(name, row)
			}
			return yield(values, nil)
		})
		if err != nil {
			yield(nil, err)
		}
	}
}

// number returns the number that a row has by a name, NaN if it has none.
func number(name string, row *part.Row) float64 {
	switch name {
	case "clues":
		return float64(row.Puzzle.Clues())
	case "cells":
		return float64(row.Puzzle.Geometry.Cells())
	case "digits":
		return float64(row.Puzzle.Geometry.N())
	}
	for _, a := range row.Answers {
		for _, g := range a.Grades {
			if g.Metric == name {
				return g.Value
			}
		}
	}
	return math.NaN()
}
