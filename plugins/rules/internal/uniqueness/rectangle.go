// Package uniqueness holds the techniques that argue from the puzzle having exactly one solution: unique rectangles and
// loops, HoDoKu's uniqueness tests, hidden and avoidable rectangles, and the bivalue universal grave (BUG).
//
// All of them rest on a deadly pattern: cells in which two digits could be exchanged for a second solution.
package uniqueness

import (
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

// newRectangles lists the rectangles of a geometry with plain rows and columns.
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

// isRectangle reports whether four cells lie in two rows, two columns and two boxes.
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
	pair           uint64
	extra, holders []int // the places in the rectangle of cells with further digits, and these cells
}

// uniqueness is a test on all rectangles of empty cells.
type uniqueness struct {
	*board.Position
	rectangles *rectangles
	test       func(t *uniqueness, q *corners) (stop bool)
	done       func() bool
}

// Uniqueness makes the technique that is HoDoKu's uniqueness test of a type, 1 … 6.
func Uniqueness(kind int) board.Maker {
	return makeTest([...]func(*uniqueness, *corners) bool{
		1: (*uniqueness).uniqueness1, 2: (*uniqueness).uniqueness2, 3: (*uniqueness).uniqueness3,
		4: (*uniqueness).uniqueness4, 5: (*uniqueness).uniqueness5, 6: (*uniqueness).uniqueness6,
	}[kind])
}

// HiddenRectangle makes HoDoKu's test for hidden rectangles, which needs strong links rather than bivalue cells.
func HiddenRectangle(p *board.Position) board.Technique {
	return makeTest((*uniqueness).hiddenRectangle)(p)
}

// makeTest makes a technique of a test of four corners.
func makeTest(test func(t *uniqueness, q *corners) bool) board.Maker {
	return func(p *board.Position) board.Technique {
		return &uniqueness{Position: p, rectangles: board.Share(p, newRectangles), test: test}
	}
}

// Each looks at every rectangle of empty cells with every pair of digits that a cell of it is down to.
func (t *uniqueness) Each(done func() bool) bool {
	t.done = done
	for _, r := range t.rectangles.all {
		q := corners{rectangle: r}
		for i, c := range r {
			vs := t.Cand[c]
			if bits.OnesCount64(vs) != 2 || slices.ContainsFunc(r[:i], func(d int) bool { return t.Cand[d] == vs }) {
				continue
			}
			q.pair = vs
			if t.threatens(&q) && t.test(t, &q) {
				return true
			}
		}
	}
	return false
}

// threatens reports whether the corners may come to hold the two digits in turn, and lists those that may hold others.
func (t *uniqueness) threatens(q *corners) bool {
	q.extra, q.holders = q.extra[:0], q.holders[:0]
	turns := q.digits()
	one, other := true, true
	for i, c := range q.rectangle {
		vs := t.Cand[c]
		if vs == 0 || t.Soft && vs&q.pair != q.pair {
			return false
		}
		one, other = one && vs&turns[i%2] != 0, other && vs&turns[1-i%2] != 0
		if vs&^q.pair != 0 {
			q.extra, q.holders = append(q.extra, i), append(q.holders, c)
		}
	}
	return one || other
}

// two reports whether two corners have further digits and are neighbours, or, if diagonal, are across.
func (q *corners) two(diagonal bool) bool {
	return len(q.extra) == 2 && (q.extra[1]-q.extra[0] == 2) == diagonal
}

// digits are the two digits.
func (q *corners) digits() [2]uint64 { return [2]uint64{q.pair & -q.pair, q.pair & (q.pair - 1)} }

// begin begins the hint of a test.
func (t *uniqueness) begin(name string, q *corners) {
	t.StartHint(name, 0)
	t.Hint.Cells = append(t.Hint.Cells, q.rectangle[:]...)
}

// end adds the sentence and calls done if the test strikes something.
func (t *uniqueness) end(q *corners, conclusion string, args ...any) (stop bool) {
	if len(t.Hint.Strikes) == 0 {
		return false
	}
	if t.Verbose {
		t.Say("If %c held only %d, these could be exchanged; %s", q.rectangle[:], q.pair, t.Sentence(conclusion, args...))
	}
	return t.done()
}

// uniqueness1: the only corner with further digits holds one of them.
func (t *uniqueness) uniqueness1(q *corners) bool {
	if len(q.extra) != 1 {
		return false
	}
	t.begin("uniqueness_1", q)
	t.Hint.StrikeAll(t.Board, q.holders[0], q.pair)
	return t.end(q, "so %c holds something else", q.holders[0])
}

// uniqueness2: two neighbours have the same further digit, which one of them holds.
func (t *uniqueness) uniqueness2(q *corners) bool {
	return q.two(false) && t.commonExtra("uniqueness_2", q)
}

// uniqueness5: so do two corners that are across, or three.
func (t *uniqueness) uniqueness5(q *corners) bool {
	return (q.two(true) || len(q.extra) == 3) && t.commonExtra("uniqueness_5", q)
}

// commonExtra looks for corners with the same single extra digit.
func (t *uniqueness) commonExtra(name string, q *corners) bool {
	z := t.Cand[q.holders[0]] &^ q.pair
	if z&(z-1) != 0 || slices.ContainsFunc(q.holders, func(c int) bool { return t.Cand[c]&^q.pair != z }) {
		return false
	}
	t.begin(name, q)
	for _, p := range t.Peers[q.holders[0]] {
		if t.SeesAll(int(p), q.holders[1:]) {
			t.Hint.StrikeAll(t.Board, int(p), z)
		}
	}
	return t.end(q, "so one of %c holds %d", q.holders, z)
}

// uniqueness3: two neighbours act as one cell that holds their further digits, and with other cells of a
// house make a naked set.
func (t *uniqueness) uniqueness3(q *corners) bool {
	if !q.two(false) {
		return false
	}
	c, d := q.holders[0], q.holders[1]
	further := (t.Cand[c] | t.Cand[d]) &^ q.pair
	for _, s := range t.Seats[c] {
		if h := int(s.House); t.SlotIn(h, d) >= 0 {
			others := t.OpenSlots(h, 1<<len(t.Houses[h].Cells)-1) &^ (s.Bit | 1<<uint(t.SlotIn(h, d)))
			if t.setWithCorners(q, h, others, 0, further) {
				return true
			}
		}
	}
	return false
}

// setWithCorners adds cells at the slots left of house h to those chosen, which with the corners hold vs.
func (t *uniqueness) setWithCorners(q *corners, h int, left, chosen, vs uint64) bool {
	k := bits.OnesCount64(chosen) + 1
	if chosen != 0 && bits.OnesCount64(vs) == k && t.cornerSet(q, h, chosen, vs) {
		return true
	}
	if bits.OnesCount64(vs) > k+bits.OnesCount64(left) {
		return false
	}
	for ; left != 0; left &= left - 1 {
		bit := left & -left
		if t.setWithCorners(q, h, left&^bit, chosen|bit, vs|t.Cand[t.CellAt(h, bit)]) {
			return true
		}
	}
	return false
}

// cornerSet makes the hint of a naked set with the corners' extra digits.
func (t *uniqueness) cornerSet(q *corners, h int, chosen, vs uint64) bool {
	t.StartHint("uniqueness_3", 0)
	t.Hint.Cells = append(t.Hint.Cells, q.holders...)
	t.Hint.AddSlots(t.Board, h, chosen)
	for i := range t.Seats[q.holders[0]] {
		if at := t.CommonHouse(t.Hint.Cells, i); at >= 0 {
			t.StrikeOutside(at, vs)
		}
	}
	set := t.Hint.Cells[2:]
	t.Hint.Houses = append(t.Hint.Houses, h)
	if t.Verbose {
		t.AddSet(t.Hint.Cells...)
	}
	t.AddCells(q.rectangle[:]...)
	return t.end(q, "so %c act as one cell, which makes a naked set of %d with %c in %h", q.holders, vs, set, h)
}

// uniqueness4: in a house of two neighbours one of the digits has no other place, so neither holds the other.
func (t *uniqueness) uniqueness4(q *corners) bool {
	if !q.two(false) {
		return false
	}
	c, d := q.holders[0], q.holders[1]
	for _, x := range q.digits() {
		v := bits.TrailingZeros64(x)
		h := t.onlyIn(v, c, d)
		if h < 0 {
			continue
		}
		t.begin("uniqueness_4", q)
		t.Hint.Houses = append(t.Hint.Houses, h)
		t.Hint.StrikeAll(t.Board, c, q.pair&^x)
		t.Hint.StrikeAll(t.Board, d, q.pair&^x)
		if t.Verbose {
			t.Strong(board.At(v, c), board.At(v, d))
		}
		if t.end(q, "in %h, %d stands in %c or %c", h, x, c, d) {
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
func (t *uniqueness) uniqueness6(q *corners) bool {
	if !q.two(true) {
		return false
	}
	for _, x := range q.digits() {
		v, r := bits.TrailingZeros64(x), q.rectangle
		h, i := t.onlyIn(v, r[0], r[1]), t.onlyIn(v, r[2], r[3])
		if h < 0 || i < 0 {
			h, i = t.onlyIn(v, r[1], r[2]), t.onlyIn(v, r[3], r[0])
		}
		if h >= 0 && i >= 0 && t.noOthers("uniqueness_6", q, x, h, i, x, q.holders...) {
			return true
		}
	}
	return false
}

// hiddenRectangle: a corner is down to the two digits, and each neighbour of the one across shares with that a house in
// which the digit x has no other place. If the corner across held the other digit, its neighbours would hold x.
func (t *uniqueness) hiddenRectangle(q *corners) bool {
	for i, c := range q.rectangle {
		across := q.rectangle[(i+2)%4]
		if t.Cand[c] != q.pair {
			continue
		}
		for _, x := range q.digits() {
			v := bits.TrailingZeros64(x)
			h, j := t.onlyIn(v, across, q.rectangle[(i+1)%4]), t.onlyIn(v, across, q.rectangle[(i+3)%4])
			if h >= 0 && j >= 0 && t.noOthers("hidden_rectangle", q, x, h, j, q.pair&^x, across) {
				return true
			}
		}
	}
	return false
}

// noOthers strikes a digit from some corners, since x has no place in two houses but corners.
func (t *uniqueness) noOthers(name string, q *corners, x uint64, h, i int, struck uint64, from ...int) (stop bool) {
	t.begin(name, q)
	t.Hint.Houses = append(t.Hint.Houses, h, i)
	for _, house := range t.Hint.Houses {
		inside := slices.DeleteFunc(slices.Clone(q.rectangle[:]), func(c int) bool { return t.SlotIn(house, c) < 0 })
		if v := bits.TrailingZeros64(x); t.Verbose {
			t.Strong(board.At(v, inside[0]), board.At(v, inside[1]))
		}
	}
	for _, c := range from {
		t.Hint.StrikeAll(t.Board, c, struck)
	}
	return t.end(q, "in %h, %d stands in no other cells", t.Hint.Houses, x)
}

// An avoidable rectangle has corners that are filled, but not given: had all four come to hold two digits in
// turn, these could be exchanged as well.

// avoidable looks for rectangles of solved cells that are not givens.
type avoidable struct {
	*board.Position
	rectangles *rectangles
	name       string
	test       func(t *avoidable, r rectangle) bool
}

// Avoidable makes the technique that finds avoidable rectangles of type 1 or 2, whose filled cells are no givens.
func Avoidable(kind int) board.Maker {
	return func(p *board.Position) board.Technique {
		a := &avoidable{p, board.Share(p, newRectangles), "avoidable_rectangle_1", (*avoidable).type1}
		if kind == 2 {
			a.name, a.test = "avoidable_rectangle_2", (*avoidable).type2
		}
		return a
	}
}

// Each looks at every rectangle without a given, in each of its turns.
func (t *avoidable) Each(done func() bool) bool {
	if t.Soft {
		return false
	}
	for _, r := range t.rectangles.all {
		for turn := range 4 {
			q := rectangle{r[turn], r[(turn+1)%4], r[(turn+2)%4], r[(turn+3)%4]}
			if slices.ContainsFunc(q[:], func(c int) bool { return t.Givens[c] != 0 }) {
				break
			}
			t.StartHint(t.name, 0)
			if !t.test(t, q) || len(t.Hint.Strikes) == 0 {
				continue
			}
			t.Hint.Cells = append(t.Hint.Cells, q[:]...)
			t.Say("%c are not given; if they came to hold two digits in turn, these could be exchanged", q[:])
			if done() {
				return true
			}
		}
	}
	return false
}

// type1: three corners are filled, so the fourth does not hold the digit of the one across the second.
func (t *avoidable) type1(q rectangle) bool {
	a := t.Value[q[0]]
	if a == 0 || t.Value[q[1]] == 0 || t.Value[q[2]] != a || t.Cand[q[3]] == 0 {
		return false
	}
	t.Hint.StrikeAll(t.Board, q[3], 1<<uint(t.Value[q[1]]-1))
	return true
}

// type2: two corners are filled, and each of the others has, beside the digit that would complete the
// pattern, one further, the same in both, which one of them holds.
func (t *avoidable) type2(q rectangle) bool {
	a, b, c, d := t.Value[q[0]], t.Value[q[1]], q[2], q[3]
	if a == 0 || b == 0 {
		return false
	}
	needC, needD := uint64(1)<<uint(a-1), uint64(1)<<uint(b-1)
	z := t.Cand[c] &^ needC
	if t.Cand[c]&needC == 0 || t.Cand[d]&needD == 0 || t.Cand[d]&^needD != z || bits.OnesCount64(z) != 1 {
		return false
	}
	t.StrikeBoth(c, d, bits.TrailingZeros64(z))
	return true
}
