package search

import "github.com/sudokuctl/sudokuctl/core/sudoku/clause"

// joint is a sum of cells, or of two such sums together.
type joint struct {
	cells      []int32
	total      int
	tight      int // how far beyond the total the cells could go, clique by clique
	gain, a, b int // of two: how much tighter than both, and which
	used       bool
}

// together adds up sums without common cells if cells of one see cells of the other, as the diagonals of little killers
// do: many cells that differ have a narrow range, so that their sum bounds each of them more than the two sums do. It
// begins with the two that gain most and goes on with their union. Sums of cells that all differ are left alone: houses
// and cages bound these.
func (k *compiler) together(source []clause.Clause) {
	var sums, pairs []joint
	differ := true
	for i := range source {
		c := &source[i]
		cells := narrow(c.Cells)
		if c.Kind == clause.Sum && c.Weights == nil && len(c.Total) == 1 && c.Total[0].Low == c.Total[0].High && !repeats(cells) {
			differ = differ && k.differ(cells)
			sums = append(sums, k.join(joint{}, joint{cells: cells, total: c.Total[0].Low}))
		}
	}
	for i := 0; i < len(sums) && !differ && !k.e.late; i++ {
		for j := range i {
			if both := k.join(sums[i], sums[j]); !sums[j].used && both.gain > 0 {
				both.a, both.b = i, j
				pairs = append(pairs, both)
			}
		}
		if i < len(sums)-1 {
			continue
		}
		var best joint
		for _, p := range pairs {
			if p.gain > best.gain && !sums[p.a].used && !sums[p.b].used {
				best = p
			}
		}
		if best.gain > 0 {
			k.sum(best.cells, nil, []clause.Range{{Low: best.total, High: best.total}}, map[string]bool{})
			sums[best.a].used, sums[best.b].used = true, true
			sums = append(sums, best)
		}
	}
}

// join adds two sums; common cells gain nothing.
func (k *compiler) join(a, b joint) joint {
	both := joint{cells: append(a.cells[:len(a.cells):len(a.cells)], b.cells...), total: a.total + b.total}
	if repeats(both.cells) {
		return both
	}
	_, cliques := k.cliques(both.cells, func(int) clique { return clique{weight: 1} })
	low, high := 0, 0
	for _, q := range cliques {
		low, high = low+q.size*(q.size+1)/2, high+q.size*(2*k.n-q.size+1)/2
	}
	slack := min(both.total-low, high-both.total)
	for _, q := range cliques {
		both.tight += max(q.size*(k.n-q.size)-slack, 0)
	}
	both.gain = both.tight - max(a.tight, b.tight)
	return both
}
