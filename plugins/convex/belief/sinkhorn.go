package belief

import "math"

const (
	mostSweeps = 500
	balanced   = 1e-7 // error of a sum below which balancing ends
)

// Balance estimates the marginals by Sinkhorn balancing: it scales prior, as in Propagate, until the digits of each
// cell and the places of each digit in each house sum to one; in a house with fewer cells than digits, to one at most.
// It returns the number of sweeps, and false if a sum is zero, which shows that nothing fits.
func (b *Graph) Balance(prior []float64, stop func() bool) (sweeps int, ok bool) {
	for sweeps < mostSweeps && !stop() {
		sweeps++
		for c := range b.cells {
			if !normalize(prior[c*b.n : (c+1)*b.n]) {
				return sweeps, false
			}
		}
		worst := 0.0
		for i := range b.houses {
			h := &b.houses[i]
			for d := range b.n {
				sum := 0.0
				for _, c := range h.cells {
					sum += prior[c*b.n+d]
				}
				switch {
				case sum == 0 && h.complete:
					return sweeps, false
				case sum < 1 && !h.complete:
					continue
				}
				worst = max(worst, math.Abs(sum-1))
				for _, c := range h.cells {
					prior[c*b.n+d] /= sum
				}
			}
		}
		if worst < balanced {
			break
		}
	}
	for c := range b.cells {
		if !normalize(prior[c*b.n : (c+1)*b.n]) {
			return sweeps, false
		}
	}
	return sweeps, true
}
