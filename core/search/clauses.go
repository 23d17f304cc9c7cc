package search

import "github.com/sudokuctl/sudokuctl/core/sudoku/clause"

// clauses is what the engine knows of a puzzle beyond its houses: a propagator for each clause, and which of them
// wait because a cell of theirs has changed.
type clauses struct {
	source []clause.Clause // of the puzzle for which this was made
	all    []propagator
	of     [][]int32 // of each cell: the numbers of the propagators that depend on it
	queue  []int32
	queued []bool
	seen   int // marks of the trail up to here have woken their propagators
}

// A propagator strikes digits that are in no solution of its clause.
type propagator interface {
	// cells returns the cells on which the clause depends; one may come again.
	cells() []int32
	// propagate reports whether the clause can still hold. Once each of its cells has one digit, it is sure to say
	// whether the clause holds.
	propagate(e *Engine) bool
}

// loadClauses makes the propagators of clauses, unless these are loaded, and has all of them wait.
func (e *Engine) loadClauses(source []clause.Clause) {
	switch {
	case len(source) == 0:
		e.clauses = nil
		return
	case e.clauses == nil || len(e.clauses.source) != len(source) || &e.clauses.source[0] != &source[0]:
		e.clauses = e.compile(source)
	}
	e.clauses.clear()
	e.clauses.seen = 0
	for i := range e.clauses.all {
		e.clauses.wake(int32(i))
	}
}

func (e *Engine) compile(source []clause.Clause) *clauses {
	k := &clauses{source: source, all: e.propagators(source), of: make([][]int32, e.frame.cells)}
	k.queued = make([]bool, len(k.all))
	for i, p := range k.all {
		for _, c := range p.cells() {
			if of := k.of[c]; len(of) == 0 || of[len(of)-1] != int32(i) {
				k.of[c] = append(of, int32(i))
			}
		}
	}
	return k
}

// propagators makes those of a list of clauses.
func (e *Engine) propagators(source []clause.Clause) (all []propagator) {
	for i := range source {
		c := &source[i]
		switch c.Kind {
		case clause.In:
			all = append(all, &in{narrow(c.Cells), uint64(c.Digits[0])})
		case clause.Differ:
			all = append(all, &differ{narrow(c.Cells)})
		case clause.Pair:
			all = append(all, newPair(c))
		case clause.Sum:
			all = append(all, newSum(c))
		case clause.Count:
			all = append(all, newCount(c))
		case clause.Word:
			all = append(all, newWord(c))
		case clause.Any:
			all = append(all, e.newEither(c))
		}
	}
	return all
}

func (k *clauses) wake(i int32) {
	if !k.queued[i] {
		k.queued[i] = true
		k.queue = append(k.queue, i)
	}
}

// changed wakes the propagators of all cells that the trail says have changed since it was read last.
func (k *clauses) changed(trail []mark) {
	for _, m := range trail[k.seen:] {
		for _, i := range k.of[m.cell] {
			k.wake(i)
		}
	}
	k.seen = len(trail)
}

func (k *clauses) clear() {
	for _, i := range k.queue {
		k.queued[i] = false
	}
	k.queue = k.queue[:0]
}

// nextClause has one waiting propagator work. It reports whether one waited, and whether its clause can still hold.
func (e *Engine) nextClause() (waited, alive bool) {
	k := e.clauses
	k.changed(e.trail)
	if len(k.queue) == 0 {
		return false, true
	}
	i := k.queue[len(k.queue)-1]
	k.queue = k.queue[:len(k.queue)-1]
	k.queued[i] = false
	if k.all[i].propagate(e) {
		return true, true
	}
	for _, c := range k.all[i].cells() {
		e.blame(c)
	}
	return true, false
}

// keep leaves a cell digits of a set alone.
func (e *Engine) keep(cell int32, digits uint64) bool {
	return e.cand[cell]&^digits == 0 || e.removeAll(cell, ^digits)
}

// in is a set of digits for a cell.
type in struct {
	cell   []int32
	digits uint64
}

func (p *in) cells() []int32 { return p.cell }

func (p *in) propagate(e *Engine) bool { return e.keep(p.cell[0], p.digits) }
