package library

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/sudokuctl/sudokuctl/store/internal/file"
)

// Draws are tested so many at once: few at first, which say how many of all puzzles match.
const firstDraws, moreDraws = 256, 1024

// Random returns the ids of n different puzzles that the filter lets through, fewer where there are fewer.
// The same seed draws the same puzzles from the same library. Ids are drawn and tested, without reading the
// rest; where fewer puzzles match than would have to be drawn, the matching ones are looked up.
func (s *Reader) Random(ctx context.Context, f Filter, n int, seed uint64) ([]int64, error) {
	ids, err := random(ctx, s, f, n, rand.New(rand.NewPCG(seed, 0)))
	if err != nil {
		return nil, fmt.Errorf("drawing puzzles: %w", file.Explain(err))
	}
	return ids, nil
}

func random(ctx context.Context, s *Reader, f Filter, n int, r *rand.Rand) ([]int64, error) {
	if f.IDs != nil {
		return sample(ctx, s, f, n, r)
	}
	var last int64
	if err := s.read.QueryRowContext(ctx, "SELECT coalesce(max(id), 0) FROM puzzle").Scan(&last); err != nil {
		return nil, err
	}
	var drawn []int64
	tried := map[int64]bool{}
	for draws := firstDraws; last > 0; draws = moreDraws {
		var fresh []int64
		for range draws {
			if id := 1 + r.Int64N(last); !tried[id] {
				tried[id] = true
				fresh = append(fresh, id)
			}
		}
		matching, err := matching(ctx, s, f, fresh)
		if err != nil {
			return nil, err
		}
		for _, id := range fresh {
			if matching[id] {
				drawn = append(drawn, id)
			}
		}
		if len(drawn) >= n {
			return drawn[:n], nil
		}
		share := float64(len(drawn)+1) / float64(len(tried))
		if float64(n-len(drawn))/share > share*float64(last) || 2*int64(len(tried)) > last {
			break
		}
	}
	return sample(ctx, s, f, n, r)
}

// matching returns which of the ids the filter lets through.
func matching(ctx context.Context, s *Reader, f Filter, ids []int64) (map[int64]bool, error) {
	f.IDs = ids
	c, err := s.conditions(ctx, f)
	if err != nil {
		return nil, err
	}
	matching := map[int64]bool{}
	return matching, eachID(ctx, s, c, func(id int64) { matching[id] = true })
}

// sample reads all ids that match and keeps n of them with equal chances (reservoir sampling).
func sample(ctx context.Context, s *Reader, f Filter, n int, r *rand.Rand) ([]int64, error) {
	c, err := s.conditions(ctx, f)
	if err != nil {
		return nil, err
	}
	var kept []int64
	seen := 0
	err = eachID(ctx, s, c, func(id int64) {
		if seen++; len(kept) < n {
			kept = append(kept, id)
		} else if k := r.IntN(seen); k < n {
			kept[k] = id
		}
	})
	return kept, err
}

// EachID calls each with the number of every puzzle that a filter lets through, in any order; its limit does not count.
func (s *Reader) EachID(ctx context.Context, f Filter, each func(int64)) error {
	c, err := s.conditions(ctx, f)
	if err == nil {
		err = eachID(ctx, s, c, each)
	}
	if err != nil {
		return fmt.Errorf("looking for puzzles: %w", file.Explain(err))
	}
	return nil
}

func eachID(ctx context.Context, s *Reader, c *conditions, each func(int64)) error {
	rows, err := s.read.QueryContext(ctx, "SELECT p.id"+c.from()+" WHERE "+c.where, c.args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return err
		}
		each(id)
	}
	return rows.Err()
}
