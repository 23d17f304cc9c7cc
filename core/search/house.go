package search

import (
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// house has each digit come once among N cells.
type house struct{ of []int32 }

func (p *house) cells() []int32 { return p.of }

// propagate fills the digits that have one place.
func (p *house) propagate(e *Engine) bool {
	var once, twice, filled uint64
	for _, c := range p.of {
		left := e.cand[c]
		twice |= once & left
		once |= left
		if left&(left-1) == 0 {
			filled |= left
		}
	}
	if once != 1<<e.frame.n-1 {
		return false
	}
	single := once &^ (twice | filled)
	if single == 0 {
		return true
	}
	for _, c := range p.of {
		if hidden := e.cand[c] & single; hidden != 0 && !e.only(c, hidden) {
			return false
		}
	}
	return true
}

// only leaves a cell the digit that has no other place. It reports false for two digits, which cannot both be there.
func (e *Engine) only(cell int32, digit uint64) bool {
	return digit&(digit-1) == 0 && e.leave(cell, digit)
}

// crossing is two houses of N cells that share some: the rest of one holds the digits that the rest of the other holds.
type crossing struct {
	of   []int32 // the rest of one, then the rest of the other
	rest int     // cells of each
}

func (p *crossing) cells() []int32 { return p.of }

// propagate leaves each rest what the other may hold.
func (p *crossing) propagate(e *Engine) bool {
	if e.SinglesOnly {
		return true
	}
	var one, other uint64
	for _, c := range p.of[:p.rest] {
		one |= e.cand[c]
	}
	for _, c := range p.of[p.rest:] {
		other |= e.cand[c]
	}
	if one == other {
		return true
	}
	for _, c := range p.of {
		if !e.leave(c, e.cand[c]&one&other) {
			return false
		}
	}
	return true
}

// propagators returns those of the houses of N cells, which are made the first time.
func (f *frame) propagators() []propagator {
	if f.made != nil {
		return f.made
	}
	if f.nine != nil {
		f.made = append(f.made, f.nine)
	}
	for h, cells := range f.houses {
		if len(cells) == f.n && !f.swept[h] {
			f.made = append(f.made, &house{cells})
		}
	}
	for h := range f.houses {
		for _, a := range f.crossing[h] {
			if int(a.house) > h && !(f.swept[h] && f.swept[a.house]) {
				f.made = append(f.made, newCrossing(f.houses[h], f.houses[a.house]))
			}
		}
	}
	return f.made
}

// newCrossing is of two houses that share cells.
func newCrossing(one, other []int32) *crossing {
	p := &crossing{}
	for _, h := range [][2][]int32{{one, other}, {other, one}} {
		for _, c := range h[0] {
			if !slices.Contains(h[1], c) {
				p.of = append(p.of, c)
			}
		}
	}
	p.rest = len(p.of) / 2
	return p
}

// extraHouses makes houses of N cells that differ.
func (k *compiler) extraHouses(source []clause.Clause) {
	known := slices.DeleteFunc(slices.Clone(k.e.frame.houses), func(h []int32) bool { return len(h) < k.n })
	for i := range source {
		c := &source[i]
		if c.Kind != clause.Differ || len(c.Cells) != k.n || !k.e.spend(k.n*k.n*len(known)) {
			continue
		}
		cells, made := narrow(c.Cells), len(k.made)
		k.add(&house{cells})
		for _, h := range known {
			if p := newCrossing(cells, h); p.rest == 0 {
				k.made = k.made[:made] // it is a house already
				break
			} else if p.rest < k.n-1 {
				k.add(p)
			}
		}
		if len(k.made) > made {
			known = append(known, cells)
		}
	}
}
