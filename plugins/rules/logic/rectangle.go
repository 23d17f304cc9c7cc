package logic

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// A rectangle is the four cells of two rows and two columns that lie in two boxes, so that two digits a and b
// could be exchanged in them. In a puzzle with one solution they never hold a, b, a, b in turn unless one of
// them is given. Here a cell may lack one of the two digits, as long as one way round is still possible.
type rectangle [4]int // neighbours are next to each other, and the last is next to the first

// rectangles lists the rectangles of the geometry: each house holds two neighbours of them or none.
func (f *frame) rectangles() []rectangle {
	rows, columns := f.linesOf(sudoku.Row), f.linesOf(sudoku.Column)
	var all []rectangle
	for r2 := range f.n {
		for r1 := range r2 {
			for c2 := range f.n {
				for c1 := range c2 {
					q := rectangle{f.at(rows+r1, c1), f.at(rows+r1, c2), f.at(rows+r2, c2), f.at(rows+r2, c1)}
					if f.houses[columns+c1].full && f.isRectangle(q) {
						all = append(all, q)
					}
				}
			}
		}
	}
	return all
}

// at returns the cell at a slot of a house.
func (f *frame) at(h, slot int) int { return int(f.houses[h].cells[slot]) }

func (f *frame) isRectangle(q rectangle) bool {
	for i, c := range q {
		for _, s := range f.seats[c] {
			h := int(s.house)
			next, before := f.slotIn(h, q[(i+1)%4]) >= 0, f.slotIn(h, q[(i+3)%4]) >= 0
			if next == before || f.slotIn(h, q[(i+2)%4]) >= 0 {
				return false
			}
		}
	}
	return true
}

// corners is a rectangle of empty cells with the two digits of its threat.
type corners struct {
	rectangle
	pair  uint64
	extra []int // the places in the rectangle of cells with further digits
	buf   [4]int
}

// eachCorners calls look with every rectangle of empty cells and every pair of digits that a cell of it is
// down to, until it returns true.
func (e *engine) eachCorners(look func(q *corners) bool) bool {
	if !e.square {
		return false
	}
	if e.oblongs == nil {
		e.oblongs = e.frame.rectangles()
	}
	for _, r := range e.oblongs {
		q := corners{rectangle: r}
		for i, c := range r {
			vs := e.cand[c]
			if bits.OnesCount64(vs) != 2 || slices.ContainsFunc(r[:i], func(d int) bool { return e.cand[d] == vs }) {
				continue
			}
			q.pair = vs
			if e.threatens(&q) && look(&q) {
				return true
			}
		}
	}
	return false
}

// threatens reports whether the corners may come to hold the two digits in turn, and lists those that may
// not.
func (e *engine) threatens(q *corners) bool {
	q.extra = q.buf[:0]
	a, b := q.pair&-q.pair, q.pair&(q.pair-1)
	one, other := true, true
	for i, c := range q.rectangle {
		vs := e.cand[c]
		if vs == 0 || e.soft && vs&q.pair != q.pair {
			return false
		}
		if i%2 == 1 {
			a, b = b, a
		}
		one, other = one && vs&a != 0, other && vs&b != 0
		if i%2 == 1 {
			a, b = b, a
		}
		if vs&^q.pair != 0 {
			q.extra = append(q.extra, i)
		}
	}
	return one || other
}

// two reports whether two corners have further digits and are neighbours, or, where diagonal, are
// across.
func (q *corners) two(diagonal bool) bool {
	return len(q.extra) == 2 && (q.extra[1]-q.extra[0] == 2) == diagonal
}

// eachUniqueness calls done with every uniqueness test of a type in e.hint until it returns true.
func (e *engine) eachUniqueness(kind int, done func() bool) bool {
	tests := [...]func(*engine, *corners, func() bool) bool{
		1: (*engine).uniqueness1, 2: (*engine).uniqueness2, 3: (*engine).uniqueness3, 4: (*engine).uniqueness4,
		5: (*engine).uniqueness5, 6: (*engine).uniqueness6,
	}
	return e.eachCorners(func(q *corners) bool { return tests[kind](e, q, done) })
}

// beginTest begins the hint of a test.
func (e *engine) beginTest(name string, q *corners) {
	e.set(name, 0)
	e.hint.cells = append(e.hint.cells, q.rectangle[:]...)
}

// endTest adds the sentence and reports whether the test strikes something.
func (e *engine) endTest(q *corners, conclusion string) bool {
	if len(e.hint.strikes) == 0 {
		return false
	}
	if e.verbose {
		e.hint.text = fmt.Sprintf("If %s held only %s, these could be exchanged; %s; this removes %s.",
			e.cellNames(q.rectangle[:]), e.digitNames(q.pair), conclusion, e.hint.struck(e.frame))
	}
	return true
}

// uniqueness1: the only corner with further digits holds one of them.
func (e *engine) uniqueness1(q *corners, done func() bool) bool {
	if len(q.extra) != 1 {
		return false
	}
	e.beginTest("uniqueness_1", q)
	c := q.rectangle[q.extra[0]]
	e.hint.strikeAll(e.board, c, q.pair)
	return e.endTest(q, "so "+e.cellName(c)+" holds something else") && done()
}

// uniqueness2: two neighbours have the same further digit, which one of them holds.
func (e *engine) uniqueness2(q *corners, done func() bool) bool {
	return q.two(false) && e.commonExtra("uniqueness_2", q, done)
}

// uniqueness5: so do two corners that are across, or three.
func (e *engine) uniqueness5(q *corners, done func() bool) bool {
	return (q.two(true) || len(q.extra) == 3) && e.commonExtra("uniqueness_5", q, done)
}

func (e *engine) commonExtra(name string, q *corners, done func() bool) bool {
	z := e.cand[q.rectangle[q.extra[0]]] &^ q.pair
	var holders []int
	for _, i := range q.extra {
		holders = append(holders, q.rectangle[i])
		if e.cand[q.rectangle[i]]&^q.pair != z || z&(z-1) != 0 {
			return false
		}
	}
	e.beginTest(name, q)
	for _, p := range e.peers[holders[0]] {
		if e.seesAll(int(p), holders[1:]) {
			e.hint.strikeAll(e.board, int(p), z)
		}
	}
	return e.endTest(q, "so one of "+e.cellNames(holders)+" holds "+e.digitNames(z)) && done()
}

// uniqueness4: in a house of two neighbours one of the digits stands nowhere else, so neither holds the
// other.
func (e *engine) uniqueness4(q *corners, done func() bool) bool {
	if !q.two(false) {
		return false
	}
	c, d := q.rectangle[q.extra[0]], q.rectangle[q.extra[1]]
	for _, x := range [2]uint64{q.pair & -q.pair, q.pair & (q.pair - 1)} {
		h := e.onlyIn(bits.TrailingZeros64(x), c, d)
		if h < 0 {
			continue
		}
		e.beginTest("uniqueness_4", q)
		e.hint.houses = append(e.hint.houses, h)
		e.hint.strikeAll(e.board, c, q.pair&^x)
		e.hint.strikeAll(e.board, d, q.pair&^x)
		if e.endTest(q, "in "+e.houseName(h)+", "+e.digitNames(x)+" stands in "+e.cellName(c)+" or "+
			e.cellName(d)) && done() {
			return true
		}
	}
	return false
}

// onlyIn returns a full house that holds two cells and in which v stands nowhere else, -1 for none.
func (e *engine) onlyIn(v, c, d int) int {
	for _, s := range e.seats[c] {
		h := int(s.house)
		slot := e.slotIn(h, d)
		if s.full && slot >= 0 && e.places(h, v) != 0 && e.places(h, v)&^(s.bit|1<<uint(slot)) == 0 {
			return h
		}
	}
	return -1
}

// uniqueness6: two corners that are across have further digits, and one of the digits stands nowhere else in
// both rows, or both columns, of the rectangle. It cannot stand in these two corners.
func (e *engine) uniqueness6(q *corners, done func() bool) bool {
	if !q.two(true) {
		return false
	}
	for _, x := range [2]uint64{q.pair & -q.pair, q.pair & (q.pair - 1)} {
		v, r := bits.TrailingZeros64(x), q.rectangle
		h, i := e.onlyIn(v, r[0], r[1]), e.onlyIn(v, r[2], r[3])
		if h < 0 || i < 0 {
			h, i = e.onlyIn(v, r[1], r[2]), e.onlyIn(v, r[3], r[0])
		}
		if h < 0 || i < 0 {
			continue
		}
		e.beginTest("uniqueness_6", q)
		e.hint.houses = append(e.hint.houses, h, i)
		for _, k := range q.extra {
			e.hint.strikeAll(e.board, r[k], x)
		}
		if e.endTest(q, "in "+e.houseNames(e.hint.houses)+", "+e.digitNames(x)+" stands in no other cells") &&
			done() {
			return true
		}
	}
	return false
}
