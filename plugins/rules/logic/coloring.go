package logic

import "fmt"

// Colouring: the strong links of one digit tie cells into groups in which two colours alternate; all cells of
// one colour hold the digit, or all of the other.

// colours are the groups of one digit: cell → 2·group + colour, -1 for none.
type colours struct {
	of    []int
	cells [][2][]int // group → cells of either colour
}

// colour groups the cells of digit v.
func (e *engine) colour(v int) *colours {
	c := &colours{of: make([]int, e.cells)}
	for i := range c.of {
		c.of[i] = -1
	}
	links := e.linksOfDigit(v)
	for _, x := range links {
		if c.of[x.a] < 0 {
			c.cells = append(c.cells, [2][]int{})
			c.spread(links, x.a, 2*len(c.cells)-2)
		}
	}
	return c
}

// spread gives a cell a colour and all cells linked to it the other.
func (c *colours) spread(links []link, cell, colour int) {
	c.of[cell] = colour
	c.cells[colour/2][colour&1] = append(c.cells[colour/2][colour&1], cell)
	for _, x := range links {
		other := -1
		if x.a == cell {
			other = x.b
		} else if x.b == cell {
			other = x.a
		}
		if other >= 0 && c.of[other] < 0 {
			c.spread(links, other, colour^1)
		}
	}
}

// sees reports whether a cell is a peer of one of some cells.
func (f *frame) sees(cell int, some []int) bool {
	for _, c := range some {
		if f.peerSets[c].has(cell) {
			return true
		}
	}
	return false
}

// eachSimpleColor calls done with every trap (a cell that sees both colours) and wrap (two peers of one
// colour, which is false) in e.hint until it returns true.
func (e *engine) eachSimpleColor(done func() bool) bool {
	for v := range e.n {
		for _, g := range e.colour(v).cells {
			if e.colorWrap(g, v) && done() || e.colorTrap(g[0], g[1], v, "simple_colors_trap") && done() {
				return true
			}
		}
	}
	return false
}

func (e *engine) colorWrap(g [2][]int, v int) bool {
	for side, cells := range g {
		for _, c := range cells {
			if e.sees(c, cells) {
				e.set("simple_colors_wrap", 0)
				return e.falseColor(cells, g[1-side], v)
			}
		}
	}
	return false
}

// falseColor describes that the cells of one colour cannot hold v.
func (e *engine) falseColor(cells, others []int, v int) bool {
	for _, c := range cells {
		e.hint.strikeAll(e.board, c, 1<<uint(v))
	}
	e.hint.cells = append(append(e.hint.cells, cells...), others...)
	if e.verbose {
		e.hint.text = fmt.Sprintf("%s cannot stand in all of %s, which strong links tie together; this removes %s.",
			e.digitName(v), e.cellNames(cells), e.hint.struck(e.frame))
	}
	return len(e.hint.strikes) > 0
}

// colorTrap describes that v stands in one of the cells a or one of b, so leaves what sees both.
func (e *engine) colorTrap(a, b []int, v int, name string) bool {
	e.set(name, 0)
	for c, vs := range e.cand {
		if vs>>uint(v)&1 == 1 && e.sees(c, a) && e.sees(c, b) {
			e.hint.strikeAll(e.board, c, 1<<uint(v))
		}
	}
	e.hint.cells = append(append(e.hint.cells, a...), b...)
	if e.verbose {
		e.hint.text = fmt.Sprintf("%s stands in all of %s or in all of %s, as strong links tie them; this "+
			"removes %s.",
			e.digitName(v), e.cellNames(a), e.cellNames(b), e.hint.struck(e.frame))
	}
	return len(e.hint.strikes) > 0
}

// eachMultiColor calls done with every use of two groups in e.hint until it returns true. A colour that sees
// both colours of another group is false; where one colour of each group exclude each other, one of the two
// others is true.
func (e *engine) eachMultiColor(done func() bool) bool {
	for v := range e.n {
		groups := e.colour(v).cells
		for i, g := range groups {
			for j, h := range groups {
				if i != j && (e.falseSide(g, h, v) && done() || i < j && e.colorPair(g, h, v) && done()) {
					return true
				}
			}
		}
	}
	return false
}

// falseSide looks for a colour of g that sees both colours of h.
func (e *engine) falseSide(g, h [2][]int, v int) bool {
	for side := range 2 {
		if e.anySees(g[side], h[0]) && e.anySees(g[side], h[1]) {
			e.set("multi_colors_2", 0)
			return e.falseColor(g[side], g[1-side], v)
		}
	}
	return false
}

// colorPair looks for colours of either group that exclude each other: what sees both of the other two is
// struck.
func (e *engine) colorPair(g, h [2][]int, v int) bool {
	e.set("multi_colors_1", 0)
	var a, b []int
	for pair := range 4 {
		x, y := pair&1, pair>>1
		if !e.anySees(g[x], h[y]) {
			continue
		}
		a, b = g[1-x], h[1-y]
		for c, vs := range e.cand {
			if vs>>uint(v)&1 == 1 && e.sees(c, a) && e.sees(c, b) && !e.isStruck(c, v) {
				e.hint.strikes = append(e.hint.strikes, mark{c, v})
			}
		}
	}
	e.hint.cells = append(append(append(append(e.hint.cells, g[0]...), g[1]...), h[0]...), h[1]...)
	if e.verbose && len(a) > 0 {
		e.hint.text = fmt.Sprintf("%s stands in all of %s or in all of %s, as strong links tie them; this "+
			"removes %s.",
			e.digitName(v), e.cellNames(a), e.cellNames(b), e.hint.struck(e.frame))
	}
	return len(e.hint.strikes) > 0
}

func (f *frame) anySees(a, b []int) bool {
	for _, c := range a {
		if f.sees(c, b) {
			return true
		}
	}
	return false
}
