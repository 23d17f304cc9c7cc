package store

import (
	"context"
	"fmt"
	"slices"

	"github.com/sudokuctl/sudokuctl/store/internal/file"
)

// Random returns the ids of n different puzzles that the filter lets through, fewer if there are fewer, each set of n with the
// same chance. The seed puts all numbers into a random order, and the first n that match are drawn: the same seed draws
// the same puzzles from the same library, however they are found.
func (s *Store) Random(ctx context.Context, f Filter, n int, seed uint64) ([]int64, error) {
	var last int64
	var ids []int64
	err := s.read.QueryRowContext(ctx, "SELECT coalesce(max(id), 0) FROM puzzle").Scan(&last)
	order := newShuffle(last, seed)
	if err == nil {
		ids, err = draw(ctx, s, f, min(int64(n), last), order)
	}
	if err != nil {
		return nil, fmt.Errorf("drawing puzzles: %w", file.Explain(err))
	}
	ids = ids[:min(n, len(ids))]
	for i, place := range ids {
		ids[i] = order.at(place)
	}
	return ids, nil
}

// fewLookedUp is how many numbers are looked up first, and mostLookedUp is how many before all puzzles that match are found
// instead.
const fewLookedUp, mostLookedUp = 50, 1 << 14

// draw returns the places in a random order of puzzles that match, the first n at least. It looks the numbers up in that order,
// twice as many each time, and if that does not find enough, it finds all that match.
func draw(ctx context.Context, s *Store, f Filter, n int64, order *shuffle) (places []int64, err error) {
	last := int64(order.last)
	find := func(f Filter) error {
		before := len(places)
		err := s.EachID(ctx, f, func(id int64) {
			if id > 0 && id <= last { // others are newer
				places = append(places, order.place(id))
			}
		})
		slices.Sort(places[before:])
		return err
	}
	if f.IDs != nil {
		err = find(f)
		return places, err
	}
	some := f
	for tried, more := int64(0), 2*n+fewLookedUp; tried+more <= mostLookedUp; tried, more = tried+more, 2*more {
		more = min(more, last-tried)
		some.IDs = make([]int64, more)
		for i := range some.IDs {
			some.IDs[i] = order.at(tried + int64(i))
		}
		if err := find(some); err != nil || int64(len(places)) >= n || tried+more == last {
			return places, err
		}
	}
	places = places[:0]
	err = find(f)
	return places, err
}

// EachID calls each with the number of every puzzle that a filter lets through, in any order; its limit does not count.
func (s *Store) EachID(ctx context.Context, f Filter, each func(int64)) error {
	c, err := s.conditions(ctx, f)
	if err == nil {
		err = eachID(ctx, s, c, each)
	}
	if err != nil {
		return fmt.Errorf("looking for puzzles: %w", file.Explain(err))
	}
	return nil
}

// eachID passes on the numbers of the puzzles of a condition.
func eachID(ctx context.Context, s *Store, c *conditions, each func(int64)) error {
	id, query := c.names.Numbers(c.where)
	var number int64
	return file.Found(s.read.QueryContext(ctx, "SELECT "+id+query, c.args...)).Each(func() error { each(number); return nil }, &number)
}
