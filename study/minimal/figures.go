package minimal

import (
	"fmt"
	"math"

	"github.com/sudokuctl/sudokuctl/core/stats"
)

// view is a way to look at a sample: how often each puzzle counts. It keeps the sums of the whole sample and those without
// each group.
type view struct {
	sample  *Sample
	weight  func(givens int) float64
	whole   *sums
	tallies []*tally // the whole, then without each group
	without []*sums
}

func alike(int) float64 { return 1 }

func newView(s *Sample, weight func(int) float64) *view {
	whole := newTally()
	for _, g := range s.groups {
		whole.add(g, 1)
	}
	v := &view{sample: s, weight: weight, whole: whole.pooled(weight), tallies: []*tally{whole}}
	for _, g := range s.groups {
		rest := newTally()
		rest.add(whole, 1)
		rest.add(g, -1)
		v.tallies = append(v.tallies, rest)
		v.without = append(v.without, rest.pooled(weight))
	}
	return v
}

// figure is an estimate with half the width of its 95 % interval, NaN if there are too few groups for one.
type figure struct{ value, half float64 }

// jackknife estimates from the whole and from the whole without each group.
func jackknife[T any](whole T, without []T, estimate func(T) float64) figure {
	values := make([]float64, len(without))
	for i, w := range without {
		values[i] = estimate(w)
	}
	return figure{estimate(whole), stats.Jackknife(values)}
}

func (v *view) figure(estimate func(*sums) float64) figure {
	return jackknife(v.whole, v.without, estimate)
}

// share is that of the puzzles with n givens.
func (v *view) share(n int) figure {
	return jackknife(v.tallies[0], v.tallies[1:], func(t *tally) float64 {
		have, all := 0.0, 0.0
		for k, s := range t.By {
			all += v.weight(k) * s.Puzzles
			if k == n {
				have = v.weight(k) * s.Puzzles
			}
		}
		return have / all
	})
}

// text writes a figure with its interval.
func (f figure) text(digits int) string {
	if math.IsNaN(f.half) {
		return fmt.Sprintf("%.*f", digits, f.value)
	}
	return fmt.Sprintf("%.*f ± %.*f", digits, f.value, digits, f.half)
}

// percent writes a share.
func (f figure) percent() string {
	switch {
	case f.value == 0:
		return "0"
	case f.value < 0.001:
		return figure{100 * f.value, 100 * f.half}.text(4)
	}
	return figure{100 * f.value, 100 * f.half}.text(2)
}
