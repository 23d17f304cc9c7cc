package search

import (
	"math/bits"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// layer is the states of an automaton before a cell of a word, those that can be reached there and can still lead to the
// end: by state, the digits that lead on, and by state and digit, the state behind it. forth and back sweep over it with
// the candidates of its cell.
type layer struct {
	leads []uint64
	next  []int32
}

// words returns how many words have a bit for each state.
func (l *layer) words() int { return (len(l.leads) + 63) / 64 }

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

// tables returns layers of all states, for an automaton that is too large to unroll: the one before each cell but the last,
// the one before that, and the one behind.
func tables(a *clause.Automaton) []layer {
	all, accepting := make([]int32, a.States()), make([]int32, a.States())
	for s := range all {
		if all[s] = int32(s); !a.Accepts(int32(s)) {
			accepting[s] = -1
		}
	}
	return []layer{table(a, all), table(a, accepting), {leads: []uint64{0}}}
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

// forth finds the states behind a cell that are reached from those before it.
func (l *layer) forth(cand uint64, n int, before, behind []uint64) {
	clear(behind)
	for w, states := range before {
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

// back drops the states before a cell from which no state kept behind it is reached, and returns the digits that lead to
// one.
func (l *layer) back(cand uint64, n int, before, behind []uint64) (useful uint64) {
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
