package search

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// either has all clauses of at least one list hold.
type either struct {
	of    []int32 // cells of all lists
	lists [][]propagator
	may   []uint64 // of each cell of of: what some list leaves
}

// newEither returns the propagator of alternatives, each with propagators of its own.
func (e *Engine) newEither(c *clause.Clause) *either {
	p := &either{}
	for _, source := range c.Either {
		k := e.newCompiler()
		k.see(source)
		k.list(source)
		p.lists = append(p.lists, k.made)
		for _, one := range k.made {
			for _, cell := range one.cells() {
				if !slices.Contains(p.of, cell) {
					p.of = append(p.of, cell)
				}
			}
		}
	}
	p.may = make([]uint64, len(p.of))
	return p
}

// mostLists is how many lists of digits few cells may hold.
const mostLists = 1 << 13

// few returns the propagator of alternatives over few cells: a word that accepts all lists of digits with which one of
// them holds, nil if they are too many. It is exact and knows which cells differ:
//
//	one of three cells is the sum of the others:    89 | 79 | 1234    the third is 1 2
func (k *compiler) few(c *clause.Clause) *word {
	var cells []int
	for _, list := range c.Either {
		for _, one := range list {
			for _, cell := range one.Cells {
				if !slices.Contains(cells, cell) {
					cells = append(cells, cell)
				}
			}
			if one.Kind == clause.Any {
				return nil
			}
		}
	}
	lists := 1
	for range cells {
		if lists *= k.n; lists > mostLists {
			return nil
		}
	}
	if len(cells) == 0 {
		return nil
	}
	f := fewCells{k: k, either: c.Either, cells: cells, grid: bytes.Repeat([]byte{1}, k.e.frame.cells)}
	key := f.shape()
	if k.tables[key] == nil {
		k.e.spend(lists * len(c.Either))
		f.layers, f.known = make([]layer, len(cells)+1), make([]map[string]int32, len(cells))
		f.layers[len(cells)].leads = []uint64{0}
		f.add(0)
		look(f.layers, k.n)
		k.tables[key] = f.layers
	}
	return k.e.wordOf(narrow(cells), k.tables[key])
}

// fewCells makes the layers of a word of alternatives.
type fewCells struct {
	k      *compiler
	either [][]clause.Clause
	cells  []int
	grid   []byte // the digits so far
	layers []layer
	known  []map[string]int32 // of each layer: states by the states behind
}

// add adds the state behind the digits so far, unless there is one with the same steps, and returns its number; -1 if
// nothing that begins so is accepted.
func (f *fewCells) add(i int) int32 {
	if i == len(f.cells) {
		if slices.ContainsFunc(f.either, func(list []clause.Clause) bool { return clause.AllHold(list, f.grid) }) {
			return 0
		}
		return -1
	}
	next, leads, key := make([]int32, f.k.n), uint64(0), []byte(nil)
	for d := range next {
		f.grid[f.cells[i]] = byte(d + 1)
		next[d] = -1
		if !slices.ContainsFunc(f.cells[:i], func(c int) bool {
			return f.grid[c] == byte(d+1) && f.k.sees[c].has(int32(f.cells[i]))
		}) {
			next[d] = f.add(i + 1)
		}
		if next[d] >= 0 {
			leads |= 1 << d
		}
		key = binary.AppendVarint(key, int64(next[d]))
	}
	if leads == 0 {
		return -1
	}
	l := &f.layers[i]
	if _, known := f.known[i][string(key)]; !known {
		if f.known[i] == nil {
			f.known[i] = map[string]int32{}
		}
		f.known[i][string(key)] = int32(len(l.leads))
		l.leads, l.next = append(l.leads, leads), append(l.next, next...)
	}
	return f.known[i][string(key)]
}

// shape is equal for alternatives that say the same of other cells.
func (f *fewCells) shape() string {
	var key []byte
	for i, a := range f.cells {
		for _, b := range f.cells[:i] {
			key = fmt.Append(key, f.k.sees[a].has(int32(b)))
		}
	}
	for _, list := range f.either {
		for _, c := range list {
			for _, cell := range c.Cells {
				key = fmt.Append(key, slices.Index(f.cells, cell), " ")
			}
			key = fmt.Append(key, c.Kind, c.Digits, c.Weights, c.Total)
			key = fmt.Appendf(key, "%p%p", c.Relation, c.Automaton)
		}
		key = append(key, '|')
	}
	return string(key)
}

func (p *either) cells() []int32 { return p.of }

// propagate tries each list and leaves the cells what some list leaves them.
func (p *either) propagate(e *Engine) bool {
	clear(p.may)
	held := false
	for _, list := range p.lists {
		before := e.Mark()
		holds := e.settle(list)
		for i, c := range p.of {
			if holds {
				p.may[i] |= e.cand[c]
			}
		}
		e.clearQueues()
		e.Undo(before)
		held = held || holds
		if holds && p.leaves(e) {
			return true
		}
	}
	for i, c := range p.of {
		if !held || !e.keep(c, p.may[i]) {
			return false
		}
	}
	return held
}

// leaves reports whether the cells keep all they have, so that no other list can change that.
func (p *either) leaves(e *Engine) bool {
	for i, c := range p.of {
		if e.cand[c]&^p.may[i] != 0 {
			return false
		}
	}
	return true
}

// settle has propagators work in turns until nothing moves.
func (e *Engine) settle(list []propagator) bool {
	for before := -1; before != len(e.trail); {
		before = len(e.trail)
		for _, p := range list {
			if !e.spend(e.frame.n*len(p.cells())) || !p.propagate(e) {
				return false
			}
		}
	}
	return true
}
