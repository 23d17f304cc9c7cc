package search

import (
	"math/bits"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// word has an automaton accept the digits of some cells in order. The automaton is unrolled over the cells: only states
// that can be reached before a cell, and that can still lead to the end, are there.
type word struct {
	of      []int32
	layers  []layer
	reached [][]uint64 // before each cell, and at the end: a bit for each state to which the digits so far can lead
}

// layer is the states before a cell: by state, the digits that lead on, and by state and digit, the state behind it.
type layer struct {
	leads []uint64
	next  []int32
}

// unrolled is what the layers of a word depend on.
type unrolled struct {
	automaton *clause.Automaton
	cells     int
}

// mostUnrolled is how many entries the tables of a word may have, and those that an engine keeps for words to come.
const mostUnrolled = 1 << 20

func (e *Engine) newWord(c *clause.Clause) *word {
	key := unrolled{c.Automaton, len(c.Cells)}
	layers, made := e.words[key]
	if !made {
		if c.Automaton.States()*len(c.Cells)*e.frame.n <= mostUnrolled {
			layers = unroll(c.Automaton, len(c.Cells))
		} else {
			layers = repeat(c.Automaton, len(c.Cells))
		}
		size := 0
		for _, l := range layers {
			size += len(l.next)
		}
		if e.unrolled += size; e.unrolled > mostUnrolled {
			clear(e.words)
			e.unrolled = size
		}
		e.words[key] = layers
	}
	p := &word{of: narrow(c.Cells), layers: layers}
	for _, l := range layers {
		p.reached = append(p.reached, make([]uint64, (len(l.leads)+63)/64))
	}
	return p
}

// unroll returns the layers of an automaton over so many cells and behind them; the first has no state if no word of that
// length is accepted.
func unroll(a *clause.Automaton, cells int) []layer {
	n := a.N()
	states := make([][]int32, cells+1) // of each layer, in order
	number := make([][]int32, cells+1) // of each state of the automaton in each layer; -1 if it is not there
	for i := range number {
		number[i] = slices.Repeat([]int32{-1}, a.States())
	}
	states[0], number[0][0] = []int32{0}, 0
	for i := range cells {
		for _, s := range states[i] {
			for d := 1; d <= n; d++ {
				if to := a.Next(s, d); to >= 0 && number[i+1][to] < 0 {
					number[i+1][to] = 0
					states[i+1] = append(states[i+1], to)
				}
			}
		}
	}
	layers := make([]layer, cells+1)
	for i := cells; i >= 0; i-- {
		l := &layers[i]
		for _, s := range states[i] {
			number[i][s] = int32(len(l.leads))
			if i == cells && a.Accepts(s) {
				l.leads = append(l.leads, 0)
			} else if i == cells || !l.add(a, s, number[i+1]) {
				number[i][s] = -1
			}
		}
	}
	return layers
}

// add adds a state unless no digit leads from it to a state that has a number.
func (l *layer) add(a *clause.Automaton, s int32, number []int32) bool {
	leads, first := uint64(0), len(l.next)
	for d := range a.N() {
		to := a.Next(s, d+1)
		if to >= 0 {
			to = number[to]
		}
		if to >= 0 {
			leads |= 1 << d
		}
		l.next = append(l.next, to)
	}
	if leads == 0 {
		l.next = l.next[:first]
		return false
	}
	l.leads = append(l.leads, leads)
	return true
}

// repeat returns layers of all states, which are one table, for an automaton that is too large to unroll.
func repeat(a *clause.Automaton, cells int) []layer {
	all, accepting := make([]int32, a.States()), make([]int32, a.States())
	for s := range all {
		if all[s] = int32(s); !a.Accepts(int32(s)) {
			accepting[s] = -1
		}
	}
	layers := slices.Repeat([]layer{table(a, all)}, cells-1)
	return append(layers, table(a, accepting), layer{leads: []uint64{0}})
}

// table returns a layer of all states before states that have a number.
func table(a *clause.Automaton, number []int32) (l layer) {
	for s := range int32(a.States()) {
		if !l.add(a, s, number) {
			l.leads, l.next = append(l.leads, 0), append(l.next, make([]int32, a.N())...)
		}
	}
	return l
}

func (p *word) cells() []int32 { return p.of }

// propagate sweeps forth, finding the states that can be reached, and back, keeping those from which a word is accepted
// and the digits that lead from one to the next.
func (p *word) propagate(e *Engine) bool {
	if len(p.layers[0].leads) == 0 {
		return false
	}
	p.reached[0][0] = 1
	for i, c := range p.of {
		p.forth(i, e.cand[c], e.frame.n)
	}
	for i := len(p.of) - 1; i >= 0; i-- {
		if !e.keep(p.of[i], p.back(i, e.cand[p.of[i]], e.frame.n)) {
			return false
		}
	}
	return p.reached[0][0] != 0
}

// forth finds the states behind the i-th cell.
func (p *word) forth(i int, cand uint64, n int) {
	l, behind := &p.layers[i], p.reached[i+1]
	clear(behind)
	for w, states := range p.reached[i] {
		for ; states != 0; states &= states - 1 {
			s := w<<6 + bits.TrailingZeros64(states)
			next := l.next[s*n : s*n+n]
			for digits := cand & l.leads[s]; digits != 0; digits &= digits - 1 {
				to := next[bits.TrailingZeros64(digits)]
				behind[to>>6] |= 1 << (to & 63)
			}
		}
	}
}

// back drops the states before the i-th cell from which no state kept behind it is reached, and returns the digits that
// lead to one.
func (p *word) back(i int, cand uint64, n int) (useful uint64) {
	l, before, behind := &p.layers[i], p.reached[i], p.reached[i+1]
	for w, states := range before {
		for ; states != 0; states &= states - 1 {
			s := w<<6 + bits.TrailingZeros64(states)
			next, leads := l.next[s*n:s*n+n], uint64(0)
			for digits := cand & l.leads[s]; digits != 0; digits &= digits - 1 {
				to := next[bits.TrailingZeros64(digits)]
				if behind[to>>6]>>(to&63)&1 == 1 {
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
