package search

import (
	"math/bits"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// split has cells that differ fall into three parts in one of several ways: one or two ends, the cells behind or between
// them, which hold a set of digits in any order, and the others. It takes the place of the word of a sandwich or an x-sum, and of
// all alternatives of a lunchbox, for none of them knows that digits differ:
//
//	sandwich 4 in 9 cells:   . 1 4 9 . . . . .    . . 9 4 1 . . . .    not 1 2 2 9, and no 4 outside
//	x-sum 10 in 9 cells:     2 8 . . . . . . .    3 1 6 . . . . . .    or 3 2 5, 4 1 2 3
//
// That the order in the set says nothing is proved by the automaton: there, each two digits lead to the same state in both
// orders.
type split struct {
	of   []int32
	ways []way
	kept []uint64 // scratch
}

// way has the cells from first to last hold a set of as many digits.
type way struct {
	first, last int      // not included
	set, needs  uint64   // needs has those of the ends, too
	may         []uint64 // of each cell
}

// mostWays is how many ways a split may have, and mostBetween how many digits can stand between the ends.
const mostWays, mostBetween = 1 << 13, 12

func (p *split) cells() []int32 { return p.of }

// propagate strikes from each cell the digits that no way allows there. A digit that every way names goes from the cells that
// see all its places.
func (p *split) propagate(e *Engine) bool {
	clear(p.kept)
	needed := ^uint64(0)
	e.spend(2 * len(p.ways))
	for i := range p.ways {
		w := &p.ways[i]
		if !p.goes(e, w) {
			continue
		}
		for j, c := range p.of {
			p.kept[j] |= e.cand[c] & w.may[j]
		}
		needed &= w.needs
	}
	for j, c := range p.of {
		if !e.keep(c, p.kept[j]) {
			return false
		}
	}
	return e.need(p.of, needed)
}

// goes reports whether the cells can hold the sets of a way, each digit of the set in some cell.
func (p *split) goes(e *Engine, w *way) bool {
	if first := max(w.first-1, 0); e.cand[p.of[first]]&w.may[first] == 0 {
		return false
	}
	var inside uint64
	for j, c := range p.of {
		left := e.cand[c] & w.may[j]
		if left == 0 {
			return false
		}
		if w.first <= j && j < w.last {
			inside |= left
		}
	}
	return w.set&^inside == 0
}

// split returns the propagator of a word, or of alternatives each of which is a word of the same cells and sets for single
// cells, if all are splits of cells that differ; else nil.
func (k *compiler) split(lists ...[]clause.Clause) (p *split) {
	for _, list := range lists {
		at := slices.IndexFunc(list, func(c clause.Clause) bool { return c.Kind == clause.Word })
		if at < 0 {
			return nil
		}
		cells := narrow(list[at].Cells)
		if p == nil {
			p = &split{of: cells, kept: make([]uint64, len(cells))}
		}
		may := slices.Repeat([]uint64{1<<k.n - 1}, len(cells))
		for i, c := range list {
			if i == at {
				continue
			}
			if c.Kind != clause.In || !slices.Contains(cells, int32(c.Cells[0])) {
				return nil
			}
			may[slices.Index(cells, int32(c.Cells[0]))] &= uint64(c.Digits[0])
		}
		if !slices.Equal(p.of, cells) || !k.differ(cells) || repeats(cells) || !p.add(k, list[at].Automaton, may) {
			return nil
		}
	}
	return p
}

// add adds the ways of an automaton where the cells may hold some sets of digits. It reports false if it is of neither kind,
// or if there are too many ways.
func (p *split) add(k *compiler, a *clause.Automaton, may []uint64) bool {
	before := len(p.ways)
	if !p.addBetween(k, a, may) {
		p.ways = p.ways[:before]
		return p.addBehind(k, a, may)
	}
	return true
}

// addBehind adds the ways of an automaton that reads a digit, then as many in any order as that says, and then whatever is
// left.
func (p *split) addBehind(k *compiler, a *clause.Automaton, may []uint64) bool {
	if k.n > mostBetween || !k.e.spend(k.n<<k.n) {
		return false
	}
	all := uint64(1)<<k.n - 1
	behind := make([]int32, all+1) // each set
	for first := uint64(1); first <= all; first <<= 1 {
		behind[0] = after(a, 0, first)
		size := len(p.of) - 1 // of the sets that decide
		for set := uint64(1); set <= all; set++ {
			highest := uint64(1) << (bits.Len64(set) - 1)
			behind[set] = after(a, behind[set&^highest], highest)
			if k := bits.OnesCount64(set); set&first == 0 && k < size && p.decided(a, behind[set], all) {
				size = k
			}
		}
		for set := range all + 1 {
			if set&first != 0 || bits.OnesCount64(set) > size || behind[0] < 0 {
				continue
			}
			for rest := set; rest != 0; rest &= rest - 1 {
				if after(a, behind[set&^(rest&-rest)], rest) != behind[set] {
					return false
				}
			}
			switch {
			case bits.OnesCount64(set) < size || behind[set] < 0 || size == len(p.of)-1 && !a.Accepts(behind[set]):
				continue
			case size < len(p.of)-1 && !p.decided(a, behind[set], all):
				return false
			}
			p.way(1, 1+size, first, 0, set, may)
		}
	}
	return len(p.ways) <= mostWays
}

// decided reports whether an automaton accepts all words from a state on.
func (p *split) decided(a *clause.Automaton, state int32, all uint64) bool {
	return state >= 0 && a.Accepts(state) && stays(a, state, all)
}

// addBetween adds the ways of an automaton that reads digits until the first of two comes, then others in any order, then
// the second, and then whatever is left.
func (p *split) addBetween(k *compiler, a *clause.Automaton, may []uint64) bool {
	ends := uint64(0)
	for d := range k.n {
		if a.Next(0, d+1) != 0 {
			ends |= 1 << d
		}
	}
	other := (1<<k.n - 1) &^ ends
	if bits.OnesCount64(ends) != 2 || a.Accepts(0) || bits.OnesCount64(other) > mostBetween {
		return false
	}
	for _, open := range []uint64{ends & -ends, ends & (ends - 1)} {
		first := after(a, 0, open)
		states := k.unordered(a, first, other)
		for _, s := range states {
			if end := after(a, s, ends&^open); s >= 0 && a.Accepts(s) || end >= 0 && (!a.Accepts(end) || !stays(a, end, other)) {
				return false
			}
		}
		if states == nil {
			return false
		}
		p.between(a, first, other, 0, may, open, ends&^open)
	}
	return len(p.ways) <= mostWays
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
	for digits != 0 && after(a, state, digits) == state {
		digits &= digits - 1
	}
	return digits == 0
}

// between adds the ways with a set of digits between the ends, and with each greater one to which digits of rest are added.
func (p *split) between(a *clause.Automaton, state int32, rest, set uint64, may []uint64, open, closing uint64) {
	if state < 0 || len(p.ways) > mostWays {
		return
	}
	last := len(p.of) - bits.OnesCount64(set)
	for i := 1; after(a, state, closing) >= 0 && i < last; i++ {
		p.way(i, i+bits.OnesCount64(set), open, closing, set, may)
	}
	for ; rest != 0; rest &= rest - 1 {
		p.between(a, after(a, state, rest), rest&(rest-1), set|rest&-rest, may, open, closing)
	}
}

// way adds a way, with the digit of the end in front of the set and the one behind it, if there is any, unless it leaves a
// cell nothing.
func (p *split) way(first, last int, open, closing, set uint64, may []uint64) {
	w := way{first, last, set, set | open | closing, slices.Clone(may)}
	for j := range may {
		switch {
		case j == first-1:
			w.may[j] &= open
		case j == last && closing != 0:
			w.may[j] &= closing
		case first <= j && j < last:
			w.may[j] &= set
		default:
			w.may[j] &^= w.needs
		}
	}
	if !slices.Contains(w.may, 0) {
		p.ways = append(p.ways, w)
	}
}
