package library

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/sudokuctl/sudokuctl/store/internal/file"
)

// Random returns the ids of n different puzzles that the filter lets through, fewer if there are fewer, each set of n with the
// same chance. The seed puts all numbers into a random order, and the first n that match are drawn: the same seed draws
// the same puzzles from the same library, however they are found.
func (s *Reader) Random(ctx context.Context, f Filter, n int, seed uint64) ([]int64, error) {
	var last int64 // the greatest number of a puzzle
	if err := s.read.QueryRowContext(ctx, "SELECT coalesce(max(id), 0) FROM puzzle").Scan(&last); err != nil {
		return nil, fmt.Errorf("drawing puzzles: %w", file.Explain(err))
	}
	order := newShuffle(last, seed)
	var drawn []int64
	if first := int64(10*min(n, 1000) + 100); f.IDs == nil && first < last { // mostly enough of these match
		probe := f
		for place := range first {
			probe.IDs = append(probe.IDs, order.at(place))
		}
		if err := s.EachID(ctx, probe, func(id int64) { drawn = append(drawn, id) }); err != nil {
			return nil, err
		}
	}
	if len(drawn) < n {
		drawn = drawn[:0]
		if err := s.EachID(ctx, f, func(id int64) { drawn = append(drawn, id) }); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(drawn, func(a, b int64) int { return cmp.Compare(order.place(a), order.place(b)) })
	return drawn[:min(n, len(drawn))], nil
}
