package uniqueness

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// A rectangle is the four cells of two rows and two columns that lie in two boxes, so that two digits a and b
// could be exchanged in them. In a puzzle with one solution they never hold a, b, a, b in turn unless one of
// them is given. Here a cell may lack one of the two digits, as long as one way round is still possible.
type rectangle [4]int // neighbours are next to each other, and the last is next to the first

// rectangles are those of a geometry: each house holds two neighbours of a rectangle or none.
type rectangles struct{ all []rectangle }

func newRectangles(p *board.Position) *rectangles {
	f := p.Frame
	if !f.Square {
		return &rectangles{}
	}
	rows, columns := f.LinesOf(sudoku.Row), f.LinesOf(sudoku.Column)
	at := func(h, slot int) int { return int(f.Houses[h].Cells[slot]) }
	var all []rectangle
	for r2 := range f.N {
		for r1 := range r2 {
			for c2 := range f.N {
				for c1 := range c2 {
					q := rectangle{at(rows+r1, c1), at(rows+r1, c2), at(rows+r2, c2), at(rows+r2, c1)}
					if f.Houses[columns+c1].Full && isRectangle(f, q) {
						all = append(all, q)
					}
				}
			}
		}
	}
	return &rectangles{all}
}

func isRectangle(f *board.Frame, q rectangle) bool {
	for i, c := range q {
		for _, s := range f.Seats[c] {
			h := int(s.House)
			next, before := f.SlotIn(h, q[(i+1)%4]) >= 0, f.SlotIn(h, q[(i+3)%4]) >= 0
			if next == before || f.SlotIn(h, q[(i+2)%4]) >= 0 {
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

// uniqueness is a test on all rectangles of empty cells.
type uniqueness struct {
	*board.Position
	rectangles *rectangles
	test       func(t *uniqueness, q *corners, done func() bool) bool
}

// Uniqueness makes the uniqueness test of a type, 1 … 6.
func Uniqueness(kind int) board.Maker {
	tests := [...]func(*uniqueness, *corners, func() bool) bool{
		1: (*uniqueness).uniqueness1, 2: (*uniqueness).uniqueness2, 3: (*uniqueness).uniqueness3,
		4: (*uniqueness).uniqueness4, 5: (*uniqueness).uniqueness5, 6: (*uniqueness).uniqueness6,
	}
	return func(p *board.Position) board.Technique {
		return &uniqueness{p, board.Share(p, newRectangles), tests[kind]}
	}
}

// Each looks at every rectangle of empty cells with every pair of digits that a cell of it is down to.
func (t *uniqueness) Each(done func() bool) bool {
	for _, r := range t.rectangles.all {
		q := corners{rectangle: r}
		for i, c := range r {
			vs := t.Cand[c]
			if bits.OnesCount64(vs) != 2 || slices.ContainsFunc(r[:i], func(d int) bool { return t.Cand[d] == vs }) {
				continue
			}
			q.pair = vs
			if t.threatens(&q) && t.test(t, &q, done) {
				return true
			}
		}
	}
	return false
}

// threatens reports whether the corners may come to hold the two digits in turn, and lists those
// that may not.
func (t *uniqueness) threatens(q *corners) bool {
	q.extra = q.buf[:0]
	a, b := q.pair&-q.pair, q.pair&(q.pair-1)
	one, other := true, true
	for i, c := range q.rectangle {
		vs := t.Cand[c]
		if vs == 0 || t.Soft && vs&q.pair != q.pair {
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

// two reports whether two corners have further digits and are neighbours, or, if diagonal, are across.
func (q *corners) two(diagonal bool) bool {
	return len(q.extra) == 2 && (q.extra[1]-q.extra[0] == 2) == diagonal
}

// beginTest begins the hint of a test.
func (t *uniqueness) beginTest(name string, q *corners) {
	t.StartHint(name, 0)
	t.Hint.Cells = append(t.Hint.Cells, q.rectangle[:]...)
}

// endTest adds the sentence and reports whether the test strikes something.
func (t *uniqueness) endTest(q *corners, conclusion string) bool {
	if len(t.Hint.Strikes) == 0 {
		return false
	}
	if t.Verbose {
		t.Hint.Text = fmt.Sprintf("If %s held only %s, these could be exchanged; %s; this removes %s.",
			t.CellNames(q.rectangle[:]), t.DigitNames(q.pair), conclusion, t.Hint.Struck(t.Frame))
	}
	return true
}

// uniqueness1: the only corner with further digits holds one of them.
func (t *uniqueness) uniqueness1(q *corners, done func() bool) bool {
	if len(q.extra) != 1 {
		return false
	}
	t.beginTest("uniqueness_1", q)
	c := q.rectangle[q.extra[0]]
	t.Hint.StrikeAll(t.Board, c, q.pair)
	return t.endTest(q, "so "+t.CellName(c)+" holds something else") && done()
}

// uniqueness2: two neighbours have the same further digit, which one of them holds.
func (t *uniqueness) uniqueness2(q *corners, done func() bool) bool {
	return q.two(false) && t.commonExtra("uniqueness_2", q, done)
}

// uniqueness5: so do two corners that are across, or three.
func (t *uniqueness) uniqueness5(q *corners, done func() bool) bool {
	return (q.two(true) || len(q.extra) == 3) && t.commonExtra("uniqueness_5", q, done)
}

func (t *uniqueness) commonExtra(name string, q *corners, done func() bool) bool {
	z := t.Cand[q.rectangle[q.extra[0]]] &^ q.pair
	var holders []int
	for _, i := range q.extra {
		holders = append(holders, q.rectangle[i])
		if t.Cand[q.rectangle[i]]&^q.pair != z || z&(z-1) != 0 {
			return false
		}
	}
	t.beginTest(name, q)
	for _, p := range t.Peers[holders[0]] {
		if t.SeesAll(int(p), holders[1:]) {
			t.Hint.StrikeAll(t.Board, int(p), z)
		}
	}
	return t.endTest(q, "so one of "+t.CellNames(holders)+" holds "+t.DigitNames(z)) && done()
}

// uniqueness4: in a house of two neighbours one of the digits has no other place, so neither holds the other.
func (t *uniqueness) uniqueness4(q *corners, done func() bool) bool {
	if !q.two(false) {
		return false
	}
	c, d := q.rectangle[q.extra[0]], q.rectangle[q.extra[1]]
	for _, x := range [2]uint64{q.pair & -q.pair, q.pair & (q.pair - 1)} {
		h := t.onlyIn(bits.TrailingZeros64(x), c, d)
		if h < 0 {
			continue
		}
		t.beginTest("uniqueness_4", q)
		t.Hint.Houses = append(t.Hint.Houses, h)
		t.Hint.StrikeAll(t.Board, c, q.pair&^x)
		t.Hint.StrikeAll(t.Board, d, q.pair&^x)
		if t.Verbose {
			v := bits.TrailingZeros64(x)
			t.Strong(board.At(v, c), board.At(v, d))
		}
		if t.endTest(q, "in "+t.HouseName(h)+", "+t.DigitNames(x)+" stands in "+t.CellName(c)+" or "+
			t.CellName(d)) && done() {
			return true
		}
	}
	return false
}

// onlyIn returns a full house that holds two cells and in which v has no other place, -1 for none.
func (t *uniqueness) onlyIn(v, c, d int) int {
	for _, s := range t.Seats[c] {
		h := int(s.House)
		slot := t.SlotIn(h, d)
		if s.Full && slot >= 0 && t.Places(h, v) != 0 && t.Places(h, v)&^(s.Bit|1<<uint(slot)) == 0 {
			return h
		}
	}
	return -1
}

// uniqueness6: two corners that are across have further digits, and one of the digits has no other place in
// both rows, or both columns, of the rectangle. It is impossible in these two corners.
func (t *uniqueness) uniqueness6(q *corners, done func() bool) bool {
	if !q.two(true) {
		return false
	}
	for _, x := range [2]uint64{q.pair & -q.pair, q.pair & (q.pair - 1)} {
		v, r := bits.TrailingZeros64(x), q.rectangle
		h, i := t.onlyIn(v, r[0], r[1]), t.onlyIn(v, r[2], r[3])
		if h < 0 || i < 0 {
			h, i = t.onlyIn(v, r[1], r[2]), t.onlyIn(v, r[3], r[0])
		}
		if h < 0 || i < 0 {
			continue
		}
		t.beginTest("uniqueness_6", q)
		t.Hint.Houses = append(t.Hint.Houses, h, i)
		if t.Verbose {
			t.linkIn(v, h, q)
			t.linkIn(v, i, q)
		}
		for _, k := range q.extra {
			t.Hint.StrikeAll(t.Board, r[k], x)
		}
		if t.endTest(q, "in "+t.HouseNames(t.Hint.Houses)+", "+t.DigitNames(x)+" stands in no other cells") &&
			done() {
			return true
		}
	}
	return false
}

// linkIn adds that v is in one of the two corners that a house holds.
func (t *uniqueness) linkIn(v, h int, q *corners) {
	var inside []int
	for _, c := range q.rectangle {
		if t.SlotIn(h, c) >= 0 {
			inside = append(inside, c)
		}
	}
	t.Strong(board.At(v, inside[0]), board.At(v, inside[1]))
}
