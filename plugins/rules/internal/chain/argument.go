package chain

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// argument collects the links of a hint, each once, in the order in which they follow from what is assumed. Links
// name what must be off on the board itself, so that they hold whatever a chain around them assumes.
type argument struct {
	*links
	list []sudoku.Link
	seen map[string]bool
}

// argumentOf returns the links of a hint that was found on a grid.
func (h *chainHint) argumentOf(l *links, grid *view) []sudoku.Link {
	a := &argument{links: l, seen: map[string]bool{}}
	if h.targets == nil {
		a.addPath(h.path, grid)
	}
	for i := range h.targets {
		a.addRun(&h.targets[i])
	}
	return a.list
}

// addPath adds a single chain, which is given from its end to its source.
func (a *argument) addPath(path []int32, grid *view) {
	for i := len(path) - 1; i > 0; i-- {
		if from, to := path[i], path[i-1]; isOn(from) {
			a.add(sudoku.WeakLink, to, a.candidate(from))
		} else {
			a.addStrong(a.strongCause(grid, from, to), to)
		}
	}
}

// addRun adds what a target rests on in its run.
func (a *argument) addRun(t *target) {
	for _, node := range t.inOrder() {
		parents := t.run.parentsOf(node)
		switch {
		case len(parents) == 0:
		case isOn(node):
			a.addStrong(int(t.run.cause[idOf(node)]), node)
		case isOn(parents[0]):
			a.add(sudoku.WeakLink, node, a.candidate(parents[0]))
		default:
			a.addLost(t.run, parents, node)
		}
	}
}

// addStrong adds that a node is on because all others of its cell, or of its digit's places in a house, are off.
func (a *argument) addStrong(cause int, node int32) {
	m := a.marks[idOf(node)]
	var others []sudoku.Candidate
	if cause == cellCause {
		for vs := a.Cand[m.Cell] &^ (1 << uint(m.V)); vs != 0; vs &= vs - 1 {
			others = append(others, sudoku.Candidate{Cell: m.Cell, Digit: bits.TrailingZeros64(vs) + 1})
		}
	} else {
		for slots := a.Places(cause, m.V); slots != 0; slots &= slots - 1 {
			if c := a.CellAt(cause, slots); c != m.Cell {
				others = append(others, sudoku.Candidate{Cell: c, Digit: m.V + 1})
			}
		}
	}
	a.add(sudoku.StrongLink, node, others...)
}

// addLost adds that a node is off because a technique, or a chain nested within, has shown it.
func (a *argument) addLost(r *run, parents []int32, node int32) {
	if in := r.inner[node]; in > 0 {
		for _, l := range r.nested[in-1].argument {
			a.addLink(l)
		}
	}
	from := make([]sudoku.Candidate, len(parents))
	for i, p := range parents {
		from[i] = a.candidate(p)
	}
	a.add(sudoku.LostLink, node, from...)
}

func (a *argument) add(kind sudoku.LinkKind, node int32, from ...sudoku.Candidate) {
	a.addLink(sudoku.Link{Kind: kind, From: from, To: []sudoku.Candidate{a.candidate(node)}})
}

func (a *argument) addLink(l sudoku.Link) {
	key := []byte{byte(l.Kind)}
	for _, c := range slices.Concat(l.To, l.From) {
		key = append(key, byte(c.Cell>>8), byte(c.Cell), byte(c.Digit))
	}
	if !a.seen[string(key)] {
		a.seen[string(key)] = true
		a.list = append(a.list, l)
	}
}

func (a *argument) candidate(node int32) sudoku.Candidate {
	m := a.marks[idOf(node)]
	return sudoku.Candidate{Cell: m.Cell, Digit: m.V + 1}
}

// inOrder returns the nodes that a target rests on, in the order in which they were found.
func (t *target) inOrder() []int32 {
	nodes := t.ancestors()
	slices.SortStableFunc(nodes, func(a, b int32) int {
		return cmp.Or(cmp.Compare(t.run.from[a]+min(1, t.run.many[a]), t.run.from[b]+min(1, t.run.many[b])),
			cmp.Compare(a, b))
	})
	return nodes
}
