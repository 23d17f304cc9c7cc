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

// SQLite is handed this many numbers at once. Looking up more than a part of all numbers, or more than most, takes longer
// than finding all puzzles that match.
const numbersAtOnce, partLookedUp, mostLookedUp = 1 << 15, 50, 1 << 16

// draw returns the places in a random order of puzzles that match, the first n at least. It looks the numbers up in that order,
// twice as many each time, and if that does not find enough, it finds all that match.
func draw(ctx context.Context, s *Store, f Filter, n int64, order *shuffle) (places []int64, err error) {
	last := int64(order.last)
	limit := min(max(2*n, last/partLookedUp), mostLookedUp)
	if f.IDs != nil || 2*n > limit {
		limit = -1
	}
	c, err := s.translate(ctx, f, true)
	if err != nil {
		return nil, err
	}
	id, query := c.names.Among(c.where)
	for tried, more := int64(0), 2*n+fewPuzzles/100; tried <= limit; tried, more = tried+more, 2*more {
		more = min(more, numbersAtOnce, last-tried)
		numbers := make([]int64, more)
		for i := range numbers {
			numbers[i] = order.at(tried + int64(i))
		}
		slices.Sort(numbers) // pages that are neighbours are read once
		found, err := file.Column[int64](file.Found(s.read.QueryContext(ctx, "SELECT "+id+query,
			append([]any{file.Numbers(numbers)}, c.args...)...)))
		if err != nil {
			return nil, err
		}
		before := len(places)
		for _, id := range found {
			places = append(places, order.place(id))
		}
		slices.Sort(places[before:])
		if int64(len(places)) >= n || tried+more == last {
			return places, nil
		}
	}
	places = places[:0]
	err = s.EachID(ctx, f, func(id int64) {
		if id > 0 && id <= last { // others are newer
			places = append(places, order.place(id))
		}
	})
	slices.Sort(places)
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
