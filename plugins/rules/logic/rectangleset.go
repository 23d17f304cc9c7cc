package logic

import (
	"math/bits"
)

// uniqueness3: two neighbours act as one cell that holds their further digits, and with other cells of a
// house make a naked set.
func (t *uniqueness) uniqueness3(q *corners, done func() bool) bool {
	if !q.two(false) {
		return false
	}
	c, d := q.rectangle[q.extra[0]], q.rectangle[q.extra[1]]
	further := (t.cand[c] | t.cand[d]) &^ q.pair
	for _, s := range t.seats[c] {
		if h := int(s.house); t.slotIn(h, d) >= 0 {
			others := t.openSlots(h, 1<<len(t.houses[h].cells)-1) &^ (s.bit | 1<<uint(t.slotIn(h, d)))
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
		if t.setWithCorners(q, h, left&^bit, chosen|bit, vs|t.cand[t.cellAt(h, bit)], done) {
			return true
		}
	}
	return false
}

func (t *uniqueness) hintCornerSet(q *corners, h int, chosen, vs uint64) bool {
	c, d := q.rectangle[q.extra[0]], q.rectangle[q.extra[1]]
	t.startHint("uniqueness_3", 0)
	t.hint.cells = append(t.hint.cells, c, d)
	t.hint.addSlots(t.board, h, chosen)
	for i := range t.seats[c] {
		if at := t.commonHouse(t.hint.cells, i); at >= 0 {
			t.strikeOutside(at, vs)
		}
	}
	set := t.hint.cells[2:]
	t.hint.houses = append(t.hint.houses, h)
	conclusion := ""
	if t.verbose {
		conclusion = "so " + t.cellName(c) + " and " + t.cellName(d) +
			" act as one cell, which makes a naked set of " + t.digitNames(vs) + " with " + t.cellNames(set) + " in " +
			t.houseName(h)
	}
	for _, corner := range q.rectangle {
		t.addCell(corner)
	}
	return t.endTest(q, conclusion)
}

// newHiddenRectangle makes the test for hidden rectangles.
func newHiddenRectangle(p *position) technique {
	return &uniqueness{p, share(p, newRectangles), (*uniqueness).hiddenRectangle}
}

// hiddenRectangle: a corner is
// down to the two digits, and each neighbour of the one across shares with that a house in which the digit x
// stands nowhere else. If the corner across held the other digit, its neighbours would hold x.
func (t *uniqueness) hiddenRectangle(q *corners, done func() bool) bool {
	for i, c := range q.rectangle {
		across := q.rectangle[(i+2)%4]
		if t.cand[c] != q.pair {
			continue
		}
		for _, x := range [2]uint64{q.pair & -q.pair, q.pair & (q.pair - 1)} {
			v := bits.TrailingZeros64(x)
			h, j := t.onlyIn(v, across, q.rectangle[(i+1)%4]), t.onlyIn(v, across, q.rectangle[(i+3)%4])
			if h < 0 || j < 0 {
				continue
			}
			t.beginTest("hidden_rectangle", q)
			t.hint.houses = append(t.hint.houses, h, j)
			t.hint.strikeAll(t.board, across, q.pair&^x)
			if t.endTest(q, "in "+t.houseNames(t.hint.houses)+", "+t.digitNames(x)+" stands in no other cells") &&
				done() {
				return true
			}
		}
	}
	return false
}
