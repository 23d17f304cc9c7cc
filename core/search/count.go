package search

import "github.com/sudokuctl/sudokuctl/core/sudoku/clause"

// count has Σ w·[x(c) is in its set] lie in a range.
type count struct {
	of     []int32
	set    []uint64
	weight []int
	total  []clause.Range
}

func newCount(c *clause.Clause) *count {
	p := &count{of: narrow(c.Cells), total: c.Total}
	for i, set := range c.Digits {
		p.set, p.weight = append(p.set, uint64(set)), append(p.weight, c.Weight(i))
	}
	return p
}

func (p *count) cells() []int32 { return p.of }

// propagate decides for each cell whether it must, or must not, hold a digit of its set.
func (p *count) propagate(e *Engine) bool {
	for again := true; again; {
		again = false
		low, high := 0, 0
		for i, c := range p.of {
			l, h := p.bounds(i, e.cand[c])
			low, high = low+l, high+h
		}
		for i, c := range p.of {
			l, h := p.bounds(i, e.cand[c])
			left := e.cand[c]
			if !within(p.total, low-l+p.weight[i], high-h+p.weight[i]) {
				left &^= p.set[i]
			}
			if !within(p.total, low-l, high-h) {
				left &= p.set[i]
			}
			if left != e.cand[c] {
				if !e.keep(c, left) {
					return false
				}
				again = true
				break
			}
		}
		if !within(p.total, low, high) {
			return false
		}
	}
	return true
}

// bounds returns the least and the most that the i-th cell adds to the count.
func (p *count) bounds(i int, digits uint64) (low, high int) {
	w := p.weight[i]
	switch {
	case digits&p.set[i] == 0:
		return 0, 0
	case digits&^p.set[i] == 0:
		return w, w
	}
	return min(w, 0), max(w, 0)
}
