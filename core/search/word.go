package search

import "github.com/sudokuctl/sudokuctl/core/sudoku/clause"

// word has an automaton accept the digits of some cells in order. The automaton is unrolled over the cells: only states
// that can be reached before a cell, and that can still lead to the end, are there.
type word struct {
	of     []int32
	layers []layer
	same   int // before so many more cells than the first, the layer is the first one
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
}

// mostUnrolled is how many entries the layers of a word may have, and mostWords those of all words of a puzzle: if there
// are more, automata are not unrolled.
const mostUnrolled, mostWords = 1 << 20, 1 << 22

func (e *Engine) newWord(c *clause.Clause) *word {
	k, cells, entries := &e.words, len(c.Cells), c.Automaton.States()*e.frame.n
	key := unrolled{c.Automaton, cells}
	flat := entries*cells > min(mostUnrolled, mostWords-k.size)
	if flat {
		key.cells = 0
	}
	layers, made := k.layers[key]
	if !made {
		if flat {
			layers = tables(c.Automaton)
		} else {
			layers = unroll(c.Automaton, cells)
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
	p, size := &word{of: narrow(c.Cells), layers: layers, same: cells + 1 - len(layers)}, 0
	for i := range cells + 1 {
		size += p.layer(i).words()
	}
	if size > len(k.reached) {
		k.reached = make([]uint64, size)
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
