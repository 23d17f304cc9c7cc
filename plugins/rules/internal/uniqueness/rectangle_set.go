package uniqueness

import (
	"math/bits"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// uniqueness3: two neighbours act as one cell that holds their further digits, and with other cells of a
// house make a naked set.
func (t *uniqueness) uniqueness3(q *corners, done func() bool) bool {
	if !q.two(false) {
		return false
	}
	c, d := q.rectangle[q.extra[0]], q.rectangle[q.extra[1]]
	further := (t.Cand[c] | t.Cand[d]) &^ q.pair
	for _, s := range t.Seats[c] {
		if h := int(s.House); t.SlotIn(h, d) >= 0 {
			others := t.OpenSlots(h, 1<<len(t.Houses[h].Cells)-1) &^ (s.Bit | 1<<uint(t.SlotIn(h, d)))
			if t.setWithCorners(q, h, others, 0, further, done) {
				return true
			}
		}
	}
	return false
}

// setWithCorners adds cells at the slots left of house h to those chosen, which with the corners hold vs.
func (t *uniqueness) setWithCorners(q *corners, h int, left, chosen, vs uint64, done func() bool) bool {
	k := bits.OnesCount64(chosen) + 1
	if chosen != 0 && bits.OnesCount64(vs) == k && t.hintCornerSet(q, h, chosen, vs) && done() {
		return true
	}
	if bits.OnesCount64(vs) > k+bits.OnesCount64(left) {
		return false
	}
	for ; left != 0; left &= left - 1 {
		bit := left & -left
		if t.setWithCorners(q, h, left&^bit, chosen|bit, vs|t.Cand[t.CellAt(h, bit)], done) {
			return true
		}
	}
	return false
}

func (t *uniqueness) hintCornerSet(q *corners, h int, chosen, vs uint64) bool {
	c, d := q.rectangle[q.extra[0]], q.rectangle[q.extra[1]]
	t.StartHint("uniqueness_3", 0)
	t.Hint.Cells = append(t.Hint.Cells, c, d)
	t.Hint.AddSlots(t.Board, h, chosen)
	for i := range t.Seats[c] {
		if at := t.CommonHouse(t.Hint.Cells, i); at >= 0 {
			t.StrikeOutside(at, vs)
		}
	}
	set := t.Hint.Cells[2:]
	t.Hint.Houses = append(t.Hint.Houses, h)
	conclusion := ""
	if t.Verbose {
		t.AddSet(t.Hint.Cells...)
		conclusion = "so " + t.CellName(c) + " and " + t.CellName(d) +
			" act as one cell, which makes a naked set of " + t.DigitNames(vs) + " with " + t.CellNames(set) + " in " +
			t.HouseName(h)
	}
	for _, corner := range q.rectangle {
		t.AddCell(corner)
	}
	return t.endTest(q, conclusion)
}

// HiddenRectangle makes the test for hidden rectangles.
func HiddenRectangle(p *board.Position) board.Technique {
	return &uniqueness{p, board.Share(p, newRectangles), (*uniqueness).hiddenRectangle}
}

// hiddenRectangle: a corner is down to the two digits, and each neighbour of the one across shares with that
// a house in which the digit x has no other place. If the corner across held the other digit, its neighbours
// would hold x.
func (t *uniqueness) hiddenRectangle(q *corners, done func() bool) bool {
	for i, c := range q.rectangle {
		across := q.rectangle[(i+2)%4]
		if t.Cand[c] != q.pair {
			continue
		}
		for _, x := range [2]uint64{q.pair & -q.pair, q.pair & (q.pair - 1)} {
			v := bits.TrailingZeros64(x)
			h, j := t.onlyIn(v, across, q.rectangle[(i+1)%4]), t.onlyIn(v, across, q.rectangle[(i+3)%4])
			if h < 0 || j < 0 {
				continue
			}
			t.beginTest("hidden_rectangle", q)
			t.Hint.Houses = append(t.Hint.Houses, h, j)
			if t.Verbose {
				t.linkIn(v, h, q)
				t.linkIn(v, j, q)
			}
			t.Hint.StrikeAll(t.Board, across, q.pair&^x)
			if t.endTest(q, "in "+t.HouseNames(t.Hint.Houses)+", "+t.DigitNames(x)+" stands in no other cells") &&
				done() {
				return true
			}
		}
	}
	return false
}
