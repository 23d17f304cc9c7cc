package search

import (
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

func (p *either) cells() []int32 { return p.of }

// propagate tries each list and leaves the cells what some list leaves them.
func (p *either) propagate(e *Engine) bool {
	clear(p.may)
	alive := false
	for _, list := range p.lists {
		mark := e.Mark()
		holds := e.settle(list)
		for i, c := range p.of {
			if holds {
				p.may[i] |= e.cand[c]
			}
		}
		e.clearQueues()
		e.Undo(mark)
		if alive = alive || holds; holds && p.leaves(e) {
			return true
		}
	}
	for i, c := range p.of {
		if !alive || !e.keep(c, p.may[i]) {
			return false
		}
	}
	return alive
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
