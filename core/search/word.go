package search

import (
	"math/bits"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// word has an automaton accept the digits of some cells in order.
type word struct {
	of        []int32
	automaton *clause.Automaton
	reached   [][]uint64 // before each cell, and at the end: a bit for each state to which the digits so far can lead
}

func newWord(c *clause.Clause) *word {
	p := &word{of: narrow(c.Cells), automaton: c.Automaton, reached: make([][]uint64, len(c.Cells)+1)}
	for i := range p.reached {
		p.reached[i] = make([]uint64, (c.Automaton.States()+63)/64)
	}
	return p
}

func (p *word) cells() []int32 { return p.of }

// propagate sweeps forth, finding the states that can be reached, and back, keeping those from which a word is accepted
// and the digits that lead from one to the next.
func (p *word) propagate(e *Engine) bool {
	p.reached[0][0] = 1
	for i, c := range p.of {
		clear(p.reached[i+1])
		for w, states := range p.reached[i] {
			for ; states != 0; states &= states - 1 {
				s := int32(w<<6 + bits.TrailingZeros64(states))
				for digits := e.cand[c]; digits != 0; digits &= digits - 1 {
					if to := p.automaton.Next(s, bits.TrailingZeros64(digits)+1); to >= 0 {
						p.reached[i+1][to>>6] |= 1 << (to & 63)
					}
				}
			}
		}
	}
	last := p.reached[len(p.of)]
	for w, states := range last {
		for ; states != 0; states &= states - 1 {
			if !p.automaton.Accepts(int32(w<<6 + bits.TrailingZeros64(states))) {
				last[w] &^= states & -states
			}
		}
	}
	for i := len(p.of) - 1; i >= 0; i-- {
		if !e.keep(p.of[i], p.back(i, e.cand[p.of[i]])) {
			return false
		}
	}
	return p.reached[0][0] != 0
}

// back drops the states before the i-th cell from which no state kept behind it is reached, and returns the digits that
// lead to one.
func (p *word) back(i int, cand uint64) (useful uint64) {
	before, behind := p.reached[i], p.reached[i+1]
	for w, states := range before {
		for ; states != 0; states &= states - 1 {
			s, leads := int32(w<<6+bits.TrailingZeros64(states)), uint64(0)
			for digits := cand; digits != 0; digits &= digits - 1 {
				to := p.automaton.Next(s, bits.TrailingZeros64(digits)+1)
				if to >= 0 && behind[to>>6]>>(to&63)&1 == 1 {
					leads |= digits & -digits
				}
			}
			if leads == 0 {
				before[w] &^= states & -states
			}
			useful |= leads
		}
	}
	return useful
}
