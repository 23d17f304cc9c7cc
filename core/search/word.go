package search

import (
	"math/bits"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// word has an automaton accept the digits of some cells in order. The automaton is unrolled over the cells: only states
// that can be reached before a cell, and that can still lead to the end, are there.
type word struct {
	of     []int32
	layers []layer
	same   int  // before so many more cells than the first, the layer is the first one
	narrow bool // no layer has more than 64 states
}

// words is the layers that an engine keeps for words to come, and what they share.
type words struct {
	layers  map[unrolled][]layer
	size    int      // entries of layers
	reached []uint64 // scratch: before each cell, and at the end, a bit for each state to which the digits so far can lead
}

// unrolled is what the layers of a word depend on; without cells, those of an automaton that is not unrolled.
type unrolled struct {
	automaton *clause.Automaton
	cells     int
	differ    bool
}

// mostUnrolled is how many entries the layers of a word may have, and mostWords those of all words of a puzzle: if there
// are more, automata are not unrolled.
const mostUnrolled, mostWords = 1 << 20, 1 << 22

// newWord returns the propagator of an automaton, unrolled along its cells if that is small enough. If the cells differ, no step
// is left that only words with a repeated digit take.
func (e *Engine) newWord(c *clause.Clause, differ bool) *word {
	k, cells, entries := &e.words, len(c.Cells), c.Automaton.States()*e.frame.n
	key := unrolled{c.Automaton, cells, differ}
	flat := entries*cells > min(mostUnrolled, mostWords-k.size)
	if flat {
		key.cells, key.differ = 0, false
	}
	layers, made := k.layers[key]
	if !made {
		if flat {
			layers = tables(c.Automaton)
		} else {
			layers = unroll(c.Automaton, cells)
			if differ {
				e.different(layers)
			}
			look(layers, e.frame.n)
		}
		for _, l := range layers {
			k.size += len(l.next)
		}
		e.spend(entries * max(key.cells, 1))
		if k.layers == nil {
			k.layers = map[unrolled][]layer{}
		}
		k.layers[key] = layers
	}
	return e.wordOf(narrow(c.Cells), layers)
}

// wordOf returns the propagator of a word with layers that are made.
func (e *Engine) wordOf(cells []int32, layers []layer) *word {
	p, size := &word{of: cells, layers: layers, same: len(cells) + 1 - len(layers), narrow: layers[0].image != nil}, 0
	for i := range len(cells) + 1 {
		size += p.layer(i).words()
	}
	if size > len(e.words.reached) {
		e.words.reached = make([]uint64, size)
	}
	return p
}

// layer returns the layer before the i-th cell.
func (p *word) layer(i int) *layer { return &p.layers[max(0, i-p.same)] }

func (p *word) cells() []int32 { return p.of }

// propagate sweeps forth, finding the states that can be reached, and back, keeping those from which a word is accepted
// and the digits that lead from one to the next.
func (p *word) propagate(e *Engine) bool {
	if len(p.layer(0).leads) == 0 {
		return false
	}
	if p.narrow {
		return p.sweep(e)
	}
	reached, at := e.words.reached, 0 // the states before the i-th cell begin there
	clear(reached[:p.layer(0).words()])
	reached[0] = 1
	for i, c := range p.of {
		l := p.layer(i)
		behind := at + l.words()
		l.forth(e.cand[c], e.frame.n, reached[at:behind], reached[behind:behind+p.layer(i+1).words()])
		if at = behind; !e.spend(len(l.next)) {
			return false
		}
	}
	for i := len(p.of) - 1; i >= 0; i-- {
		l, c, behind := p.layer(i), p.of[i], reached[at:]
		at -= l.words()
		if !e.keep(c, l.back(e.cand[c], e.frame.n, reached[at:at+l.words()], behind)) || !e.spend(len(l.next)) {
			return false
		}
	}
	return reached[0] != 0
}

// sweep is propagate where the states of a layer are a word: the image and the preimage of a set of states under a digit are
// looked up, five states at a time. It ends where one state is left from which all words are accepted.
func (p *word) sweep(e *Engine) bool {
	reached, last := e.words.reached, 0
	reached[0] = 1
	for last < len(p.of) && (reached[last]&^p.layers[last].free != 0 || reached[last]&(reached[last]-1) != 0) {
		l, behind := &p.layers[last], uint64(0)
		for digits := e.cand[p.of[last]]; digits != 0; digits &= digits - 1 {
			d := bits.TrailingZeros64(digits)
			behind |= l.image[d].of(reached[last] & l.from[d])
		}
		last++
		reached[last] = behind
	}
	kept := reached[last]
	for i, s := last, bits.TrailingZeros64(kept); i < len(p.of) && kept != 0; i++ {
		l := &p.layers[i]
		if !e.keep(p.of[i], l.leads[s]) {
			return false
		}
		s = int(l.next[s*e.frame.n])
	}
	for i := last - 1; i >= 0; i-- {
		l, before, useful := &p.layers[i], uint64(0), uint64(0)
		for digits := e.cand[p.of[i]]; digits != 0; digits &= digits - 1 {
			d := bits.TrailingZeros64(digits)
			if from := l.preimage[d].of(kept) & l.from[d] & reached[i]; from != 0 {
				before |= from
				useful |= digits & -digits
			}
		}
		if kept = before; !e.keep(p.of[i], useful) {
			return false
		}
	}
	return e.spend(len(p.of) * e.frame.n)
}

// layer is the states of an automaton before a cell of a word that can be reached and can still lead to the end: by
// state, the digits that lead on, and by state and digit, the state behind it. forth and back sweep over it with the
// candidates of its cell.
type layer struct {
	leads           []uint64
	next            []int32
	image, preimage []*image // by digit, of sets of states; nil if a layer of the word has more than 64
	from            []uint64 // by digit, the states from which it leads on
	free            uint64   // states from which all digits lead to one state, and so on to the end
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

// look makes the images of sets of states, and of states behind, under each digit if no layer has more than 64 states. Equal
// layers share them.
func look(layers []layer, n int) {
	if len(layers[0].leads) == 0 || slices.ContainsFunc(layers, func(l layer) bool { return len(l.leads) > 64 }) {
		return
	}
	layers[len(layers)-1].free = ^uint64(0)
	for i := len(layers) - 2; i >= 0; i-- {
		l, behind := &layers[i], &layers[i+1]
		l.from = make([]uint64, n)
		for s, leads := range l.leads {
			for ; leads != 0; leads &= leads - 1 {
				l.from[bits.TrailingZeros64(leads)] |= 1 << s
			}
		}
		for s := range l.leads {
			next := l.next[s*n : s*n+n]
			if to := next[0]; to >= 0 && behind.free>>to&1 == 1 && slices.Max(next) == to && slices.Min(next) == to {
				l.free |= 1 << s
			}
		}
		if slices.Equal(l.next, behind.next) {
			l.image, l.preimage = behind.image, behind.preimage
			continue
		}
		for d := range n {
			there, back := make([]clause.Digits, len(l.leads)), make([]clause.Digits, len(behind.leads))
			for s := range there {
				if to := l.next[s*n+d]; to >= 0 {
					there[s] |= 1 << to
					back[to] |= 1 << s
				}
			}
			l.image, l.preimage = append(l.image, newImage(there)), append(l.preimage, newImage(back))
		}
	}
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
