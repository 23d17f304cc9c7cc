package search

import (
	"math/bits"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// split has cells that differ fall into three parts in one of several ways: two ends, the cells between them, which hold a
// set of digits in any order, and the others. It takes the place of the word of a sandwich, and of all alternatives of a
// lunchbox, for neither knows that digits differ:
//
//	sandwich 4 in 9 cells:   . 1 4 9 . . . . .    . . 9 4 1 . . . .    not 1 2 2 9, and no 4 outside
//
// That the order between the ends says nothing is proved by the automaton: there, each two digits lead to the same state in
// both orders.
type split struct {
	of   []int32
	ways []way
	may  []uint64 // of each way, by cell: digits that it may hold
	kept []uint64 // scratch
}

// way is the cells between the ends and their digits.
type way struct {
	first, last int
	set         uint64
}

// mostWays is how many ways a split may have, and mostBetween how many digits can stand between the ends.
const mostWays, mostBetween = 1 << 13, 12

func (p *split) cells() []int32 { return p.of }

// propagate leaves each cell what some way leaves it whose sets all cells can hold, each digit of the set in some cell.
func (p *split) propagate(e *Engine) bool {
	clear(p.kept)
	size := len(p.of)
	e.spend(len(p.ways))
	needed := ^uint64(0)
ways:
	for i, w := range p.ways {
		may := p.may[i*size : (i+1)*size]
		var inside uint64
		for j, c := range p.of {
			left := e.cand[c] & may[j]
			if left == 0 {
				continue ways
			}
			if j >= w.first && j < w.last {
				inside |= left
			}
		}
		if w.set&^inside != 0 {
			continue
		}
		for j, c := range p.of {
			p.kept[j] |= e.cand[c] & may[j]
		}
		needed &= w.set | may[w.first-1] | may[w.last]
	}
	for j, c := range p.of {
		if !e.keep(c, p.kept[j]) {
			return false
		}
	}
	for ; needed != 0; needed &= needed - 1 {
		if !e.leaveSeen(p.of, needed&-needed) {
			return false
		}
	}
	return true
}

// split returns the propagator of a word, or of alternatives each of which is a word of the same cells and sets for single
// cells, if all are splits of cells that differ; else nil.
func (k *compiler) split(lists ...[]clause.Clause) *split {
	var p *split
	for _, list := range lists {
		var word *clause.Clause
		for i := range list {
			if list[i].Kind == clause.Word && word == nil {
				word = &list[i]
			} else if list[i].Kind != clause.In {
				return nil
			}
		}
		if word == nil {
			return nil
		}
		if p == nil {
			p = &split{of: narrow(word.Cells), kept: make([]uint64, len(word.Cells))}
			if !k.differ(p.of) || repeats(p.of) {
				return nil
			}
		}
		may := slices.Repeat([]uint64{1<<k.n - 1}, len(p.of))
		for i := range list {
			if list[i].Kind == clause.In {
				at := slices.Index(p.of, int32(list[i].Cells[0]))
				if at < 0 {
					return nil
				}
				may[at] &= uint64(list[i].Digits[0])
			}
		}
		if !slices.Equal(p.of, narrow(word.Cells)) || !p.add(k, word.Automaton, may) || len(p.ways) > mostWays {
			return nil
		}
	}
	return p
}

// add adds the ways of an automaton where the cells may hold some sets of digits. It reports false if it is not one that
// reads digits until the first of two comes, then others in any order, then the second, and then whatever is left.
func (p *split) add(k *compiler, a *clause.Automaton, may []uint64) bool {
	var ends []int
	other := uint64(0)
	for d := 1; d <= k.n; d++ {
		if a.Next(0, d) != 0 {
			ends = append(ends, d)
		} else {
			other |= 1 << (d - 1)
		}
	}
	if len(ends) != 2 || a.Accepts(0) || bits.OnesCount64(other) > mostBetween {
		return false
	}
	var all uint64
	for _, m := range may {
		all |= m
	}
	for _, open := range ends {
		closing, first := ends[0]+ends[1]-open, a.Next(0, open)
		if first < 0 {
			continue
		}
		between := k.unordered(a, first, other)
		if between == nil {
			return false
		}
		for _, s := range between {
			end := a.Next(s, closing)
			if a.Accepts(s) || end >= 0 && (!a.Accepts(end) || !stays(a, end, other)) {
				return false
			}
		}
		p.between(a, first, other&all, 0, may, [2]int{open, closing})
	}
	return true
}

// unordered returns the states to which some digits lead from a state on, if each two of them lead to the same in both orders;
// else nil.
func (k *compiler) unordered(a *clause.Automaton, first int32, digits uint64) (states []int32) {
	seen := map[int32]bool{first: true, -1: true}
	states = append(states, first)
	for i := 0; i < len(states); i++ {
		k.e.spend(k.n * k.n)
		for x := digits; x != 0; x &= x - 1 {
			to := after(a, states[i], x)
			if !seen[to] {
				seen[to], states = true, append(states, to)
			}
			for y := x & (x - 1); y != 0; y &= y - 1 {
				if after(a, to, y) != after(a, after(a, states[i], y), x) {
					return nil
				}
			}
		}
	}
	return states
}

// after returns the state behind the first of some digits, -1 behind -1.
func after(a *clause.Automaton, state int32, digits uint64) int32 {
	if state < 0 {
		return state
	}
	return a.Next(state, bits.TrailingZeros64(digits)+1)
}

// stays reports whether some digits leave a state as it is.
func stays(a *clause.Automaton, state int32, digits uint64) bool {
	for ; digits != 0; digits &= digits - 1 {
		if after(a, state, digits) != state {
			return false
		}
	}
	return true
}

// between adds the ways with a set of digits between the ends, and with each greater one to which digits of rest are added.
func (p *split) between(a *clause.Automaton, state int32, rest, set uint64, may []uint64, ends [2]int) {
	if state < 0 || len(p.ways) > mostWays {
		return
	}
	if a.Next(state, ends[1]) >= 0 {
		p.place(set, may, ends)
	}
	for ; rest != 0; rest &= rest - 1 {
		p.between(a, after(a, state, rest), rest&(rest-1), set|rest&-rest, may, ends)
	}
}

// place adds the ways with one set, at each place where its cells may stand.
func (p *split) place(set uint64, may []uint64, ends [2]int) {
	both := uint64(1)<<(ends[0]-1) | 1<<(ends[1]-1)
	size := bits.OnesCount64(set)
	for i := 0; i+size+1 < len(p.of); i++ {
		at, possible := len(p.may), true
		for j, m := range may {
			switch {
			case j == i:
				m &= 1 << (ends[0] - 1)
			case j == i+size+1:
				m &= 1 << (ends[1] - 1)
			case i < j && j <= i+size:
				m &= set
			default:
				m &^= set | both
			}
			possible = possible && m != 0
			p.may = append(p.may, m)
		}
		if !possible {
			p.may = p.may[:at]
			continue
		}
		p.ways = append(p.ways, way{i + 1, i + 1 + size, set})
	}
}
