package attached

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/fleet/part"
	"github.com/sudokuctl/sudokuctl/store"
)

// List walks over the puzzles that a filter lets through: those of the library, then those of the parts, by name and row. If
// the filter has a Sort, each takes its place in it, behind those of the library that have the same value; the parts' puzzles
// that fit are then held in memory. An error is yielded last.
func (l *Library) List(ctx context.Context, f store.Filter) iter.Seq2[*store.Listed, error] {
	f.Beyond = l.words
	if f.Sort != "" && len(l.parts) > 0 {
		return l.merged(ctx, f)
	}
	return func(yield func(*store.Listed, error) bool) {
		n := 0
		for x, err := range l.store.List(ctx, f) {
			if n++; !yield(x, err) || err != nil {
				return
			}
		}
		err := l.walk(ctx, f, func(p *file, row *part.Row) bool {
			n++
			return (f.Limit == 0 || n <= f.Limit) && yield(p.listed(row), nil)
		})
		if err != nil {
			yield(nil, err)
		}
	}
}

// walk calls each with the rows that a filter lets through until it says no. A row is valid until the next.
func (l *Library) walk(ctx context.Context, f store.Filter, each func(*file, *part.Row) bool) error {
	if len(l.parts) == 0 {
		return nil
	}
	f.Beyond = l.words
	fits, err := l.store.Test(ctx, f)
	if err != nil {
		return err
	}
	var s store.Subject
	for i := range l.parts {
		more, err := l.parts[i].rows(ctx, func(row *part.Row) bool {
			l.parts[i].subject(row, &s)
			return !fits(&s) || each(&l.parts[i], row)
		})
		if err != nil || !more {
			return err
		}
	}
	return nil
}

// rows calls each with all rows until it says no, and reports whether it never did.
func (f *file) rows(ctx context.Context, each func(*part.Row) bool) (more bool, err error) {
	p, err := part.Open(f.path)
	if err != nil {
		return false, err
	}
	defer p.Close()
	for row, err := range p.Rows() {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return false, err
		}
		if !each(row) {
			return false, nil
		}
	}
	return true, nil
}

// Count returns how many puzzles a filter lets through.
func (l *Library) Count(ctx context.Context, f store.Filter) (n int64, err error) {
	f.Beyond = l.words
	if n, err = l.store.Count(ctx, f); err != nil {
		return 0, err
	}
	return n, l.walk(ctx, f, func(*file, *part.Row) bool {
		n++
		return true
	})
}

// merged is List with a Sort.
func (l *Library) merged(ctx context.Context, f store.Filter) iter.Seq2[*store.Listed, error] {
	return func(yield func(*store.Listed, error) bool) {
		rows, err := l.sorted(ctx, f)
		if err != nil {
			yield(nil, err)
			return
		}
		n := 0
		last := func() bool { n++; return n == f.Limit }
		for x, err := range l.store.List(ctx, f) {
			if err != nil {
				yield(nil, err)
				return
			}
			for len(rows) > 0 && compare(f.Sort, rows[0], x) < 0 {
				if !yield(rows[0], nil) || last() {
					return
				}
				rows = rows[1:]
			}
			if !yield(x, nil) || last() {
				return
			}
		}
		for _, x := range rows {
			if !yield(x, nil) || last() {
				return
			}
		}
	}
}

// sorted returns the parts' puzzles that a filter lets through in the order of its Sort, no more than its limit.
func (l *Library) sorted(ctx context.Context, f store.Filter) (all []*store.Listed, err error) {
	order := func() {
		slices.SortStableFunc(all, func(a, b *store.Listed) int { return compare(f.Sort, a, b) })
		if f.Limit > 0 && len(all) > f.Limit {
			all = all[:f.Limit]
		}
	}
	err = l.walk(ctx, f, func(p *file, row *part.Row) bool {
		if all = append(all, p.listed(row)); f.Limit > 0 && len(all) >= f.Limit+sortAtOnce {
			order()
		}
		return true
	})
	order()
	return all, err
}

// sortAtOnce is how many rows beyond a limit are gathered before they are sorted and cut.
const sortAtOnce = 10_000

// compare says which of two puzzles a Sort lists first: those without a value come last, and a number has none of the parts'.
func compare(sort string, a, b *store.Listed) int {
	name, down := strings.CutPrefix(sort, "-")
	x, y := value(name, a), value(name, b)
	switch {
	case math.IsNaN(x) || math.IsNaN(y):
		return -cmp.Compare(x, y) // NaN is less than all numbers, and equal to itself
	case down:
		return cmp.Compare(y, x)
	}
	return cmp.Compare(x, y)
}

// value returns the clues or the grade of a puzzle, NaN if it has none.
func value(name string, l *store.Listed) float64 {
	if name == "clues" {
		return float64(l.Puzzle.Clues())
	}
	for _, g := range l.Grades {
		if g.Metric == name {
			return g.Value
		}
	}
	return math.NaN()
}

// Random draws n different puzzles that a filter lets through, fewer if there are fewer, each with the same chance: of the
// library by number, then of the parts. The same seed draws the same puzzles from the same library and parts.
func (l *Library) Random(ctx context.Context, f store.Filter, n int, seed uint64) ([]*store.Listed, error) {
	f.Beyond = l.words
	r := rand.New(rand.NewPCG(seed, 1))
	var kept []*store.Listed
	var seen int64
	err := l.walk(ctx, f, func(p *file, row *part.Row) bool {
		if seen++; len(kept) < n {
			kept = append(kept, p.listed(row))
		} else if k := r.Int64N(seen); k < int64(n) {
			kept[k] = p.listed(row)
		}
		return true
	})
	if err != nil {
		return nil, err
	}
	stored := n
	if seen > 0 {
		all, err := l.store.Count(ctx, f)
		if err != nil {
			return nil, err
		}
		stored = share(r, n, all, seen)
		r.Shuffle(len(kept), func(i, k int) { kept[i], kept[k] = kept[k], kept[i] })
		kept = kept[:min(n, int(all+seen))-stored]
	}
	ids, err := l.store.Random(ctx, f, stored, seed)
	if err != nil {
		return nil, fmt.Errorf("drawing puzzles: %w", err)
	}
	var drawn []*store.Listed
	for x, err := range l.store.List(ctx, store.Filter{IDs: append([]int64{}, ids...)}) {
		if err != nil {
			return nil, err
		}
		drawn = append(drawn, x)
	}
	return append(drawn, kept...), nil
}

// share returns how many of n draws without replacement hit the first of two kinds.
func share(r *rand.Rand, n int, first, second int64) (hits int) {
	for ; n > 0 && first+second > 0; n-- {
		if r.Int64N(first+second) < first {
			first--
			hits++
		} else {
			second--
		}
	}
	return hits
}
