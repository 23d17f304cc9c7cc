package logic

import (
	"fmt"
	"slices"
)

// A template is a way to place a digit in all full houses at once, such that every other digit still has one
// that leaves its cells alone. What is in all templates of a digit is placed; what is in none is impossible.

// template is a set of cells, of 128 at most.
type template [2]uint64

func (t template) meets(o template) bool { return t[0]&o[0]|t[1]&o[1] != 0 }

// templates walks through the templates of one digit.
type templates struct {
	*engine
	v     int
	house []bool // whether it holds the digit already
	now   template
	found []template
}

// maxPairs bounds the work of comparing the templates of two digits.
const maxPairs = 4_000_000

// templatesHere returns the templates of every digit in the empty cells.
func (e *engine) templatesHere() [][]template {
	all := make([][]template, e.n)
	for v := range all {
		t := templates{engine: e, v: v, house: make([]bool, len(e.houses))}
		for c, x := range e.value {
			if int(x) == v+1 {
				t.put(c, true)
			}
		}
		t.now = template{}
		t.walk()
		all[v] = t.found
	}
	for changed := true; changed; {
		changed = false
		for v := range all {
			for w := range all {
				if v != w && len(all[v])*len(all[w]) <= maxPairs {
					changed = thin(&all[v], all[w]) || changed
				}
			}
		}
	}
	return all
}

// thin removes the templates that meet all of another digit, and reports whether there were any.
func thin(ts *[]template, others []template) bool {
	before := len(*ts)
	*ts = slices.DeleteFunc(*ts, func(t template) bool {
		return !slices.ContainsFunc(others, func(o template) bool { return !t.meets(o) })
	})
	return len(*ts) < before
}

// put marks the houses of a cell.
func (t *templates) put(cell int, taken bool) {
	for _, s := range t.seats[cell] {
		t.house[s.house] = taken
	}
	if bit := uint64(1) << uint(cell%64); taken {
		t.now[cell/64] |= bit
	} else {
		t.now[cell/64] &^= bit
	}
}

// walk places the digit in the open house with the fewest places, in turn in each.
func (t *templates) walk() {
	best, least := -1, t.n+1
	var cells [64]int
	var at [64]int
	for h := range t.houses {
		if !t.houses[h].full || t.house[h] {
			continue
		}
		if n := t.room(h, &at); n < least {
			best, least, cells = h, n, at
		}
	}
	if best < 0 {
		t.found = append(t.found, t.now)
		return
	}
	for _, c := range cells[:least] {
		t.put(c, true)
		t.walk()
		t.put(c, false)
	}
}

// room lists the cells of a house where the digit can still go.
func (t *templates) room(h int, cells *[64]int) int {
	n := 0
	for m := t.places(h, t.v); m != 0; m &= m - 1 {
		c := t.cellAt(h, m)
		free := true
		for _, s := range t.seats[c] {
			free = free && !t.house[s.house]
		}
		if free {
			cells[n] = c
			n++
		}
	}
	return n
}

// eachTemplateSet calls done with the cells that all templates of a digit share in e.hint until it returns
// true; the first is placed, and the others lose all other candidates.
func (e *engine) eachTemplateSet(done func() bool) bool {
	return e.eachTemplate("template_set", "are in all", done, func(v int, common, any cellSet) {
		for c := range common.all {
			e.hint.strikeAll(e.board, c, ^(1 << uint(v)))
			e.hint.cells = append(e.hint.cells, c)
		}
	})
}

// eachTemplateDelete does so with the places that are in none.
func (e *engine) eachTemplateDelete(done func() bool) bool {
	return e.eachTemplate("template_delete", "are in some", done, func(v int, common, any cellSet) {
		for c := range e.cellsOf(v).all {
			if !any.has(c) {
				e.hint.strikes = append(e.hint.strikes, mark{c, v})
			}
		}
		for c := range any.all {
			e.hint.cells = append(e.hint.cells, c)
		}
	})
}

func (e *engine) eachTemplate(name, part string, done func() bool,
	hint func(v int, common, any cellSet)) bool {
	if e.frame.cells > 81 {
		return false
	}
	for v, ts := range e.templatesHere() {
		if len(ts) == 0 {
			continue
		}
		common, any := ts[0], template{}
		for _, t := range ts {
			for i := range t {
				common[i] &= t[i]
				any[i] |= t[i]
			}
		}
		e.set(name, 0)
		hint(v, common[:], any[:])
		if len(e.hint.strikes) == 0 {
			continue
		}
		if e.verbose {
			e.hint.text = fmt.Sprintf("Of all ways to place %s, %s %s; this removes %s.", e.digitName(v),
				e.cellNames(e.hint.cells), part, e.hint.struck(e.frame))
		}
		if done() {
			return true
		}
	}
	return false
}
