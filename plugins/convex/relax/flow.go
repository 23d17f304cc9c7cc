package relax

import (
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// word makes a flow of 1 through an automaton that is unrolled over the cells of a clause. There is a row for each state
// between two cells, in which as much goes out as comes in, and a row for each digit of a cell that leads from several
// states, by which in all as much flows as the candidate has. A digit that leads from one state alone is the flow itself.
func (x *beyond) word(c *clause.Clause) {
	layers := x.unroll(c)
	if x.broken = x.broken || layers == nil; x.broken {
		return
	}
	for i, cell := range c.Cells {
		for d := range x.b.cand[cell].All {
			x.digit(c.Automaton, cell, d, layers[i], layers[i+1])
		}
	}
}

// layer is the states between two cells, or before or behind all, through which an accepted word goes.
type layer struct {
	states []int32
	row    int32 // of the first state, the others following; none at both ends
}

const noRow = -1

// digit lets a digit flow at a cell from the states before it to those behind it.
func (x *beyond) digit(a *clause.Automaton, cell, d int, before, behind layer) {
	var edges [][2]int32
	for i, s := range before.states {
		if to := a.Next(s, d); to >= 0 {
			if k, ok := slices.BinarySearch(behind.states, to); ok {
				edges = append(edges, [2]int32{int32(i), int32(k)})
			}
		}
	}
	candidate, link := int32(cell*x.f.n+d-1), int32(noRow)
	if len(edges) != 1 { // none: the candidate is 0
		link = x.newRow(0)
		x.flow(candidate, link, -1)
	}
	for _, e := range edges {
		if link != noRow {
			x.column(1/float64(len(edges)*x.f.n), entry{link, 1})
		}
		for side, l := range [...]layer{before, behind} {
			switch value := float64(1 - 2*side); {
			case l.row == noRow:
			case link != noRow:
				x.columns.AddEntry(l.row+e[side], value)
			default:
				x.flow(candidate, l.row+e[side], value)
			}
		}
	}
}

// flow enters a candidate into a row, on the other side if its cell is decided.
func (x *beyond) flow(candidate, row int32, value float64) {
	if x.b.value[int(candidate)/x.f.n] == 0 {
		x.enter(candidate, row, value)
		return
	}
	x.rhs[int(row)-(int(x.rows)-len(x.rhs))] -= value
}

// unroll returns the layers of a word, nil if the candidates have none.
func (x *beyond) unroll(c *clause.Clause) []layer {
	last := len(c.Cells)
	layers := make([]layer, last+1)
	layers[0].states = []int32{0}
	for i, cell := range c.Cells {
		behind := &layers[i+1]
		for _, s := range layers[i].states {
			for d := range x.b.cand[cell].All {
				if to := c.Automaton.Next(s, d); to >= 0 {
					behind.states = append(behind.states, to)
				}
			}
		}
		slices.Sort(behind.states)
		behind.states = slices.Compact(behind.states)
	}
	rejects := func(s int32) bool { return !c.Automaton.Accepts(s) }
	for i := last; i >= 0; i-- {
		l := &layers[i]
		if l.states = slices.DeleteFunc(l.states, rejects); len(l.states) == 0 {
			return nil
		}
		l.row = noRow
		if i > 0 && i < last {
			l.row = x.rows
			for range l.states {
				x.newRow(0)
			}
		}
		if i > 0 {
			digits := x.b.cand[c.Cells[i-1]]
			rejects = func(s int32) bool {
				for d := range digits.All {
					if _, ok := slices.BinarySearch(l.states, c.Automaton.Next(s, d)); ok {
						return false
					}
				}
				return true
			}
		}
	}
	return layers
}
