package logic

import (
	"math/bits"
)

// uniqueness3: two neighbours act as one cell that holds their further digits, and with other cells of a
// house make a naked set.
func (e *engine) uniqueness3(q *corners, done func() bool) bool {
	if !q.two(false) {
		return false
	}
	c, d := q.rectangle[q.extra[0]], q.rectangle[q.extra[1]]
	further := (e.cand[c] | e.cand[d]) &^ q.pair
	for _, s := range e.seats[c] {
		if h := int(s.house); e.slotIn(h, d) >= 0 {
			others := e.openSlots(h, 1<<len(e.houses[h].cells)-1) &^ (s.bit | 1<<uint(e.slotIn(h, d)))
			if e.setWithCorners(q, h, others, 0, further, done) {
				return true
			}
		}
	}
	return false
}

// setWithCorners adds cells at the slots left of house h to those chosen, which with the corners hold vs.
func (e *engine) setWithCorners(q *corners, h int, left, chosen, vs uint64, done func() bool) bool {
	k := bits.OnesCount64(chosen) + 1
	if chosen != 0 && bits.OnesCount64(vs) == k && e.hintCornerSet(q, h, chosen, vs) && done() {
		return true
	}
	if bits.OnesCount64(vs) > k+bits.OnesCount64(left) {
		return false
	}
	for ; left != 0; left &= left - 1 {
		bit := left & -left
		if e.setWithCorners(q, h, left&^bit, chosen|bit, vs|e.cand[e.cellAt(h, bit)], done) {
			return true
		}
	}
	return false
}

func (e *engine) hintCornerSet(q *corners, h int, chosen, vs uint64) bool {
	c, d := q.rectangle[q.extra[0]], q.rectangle[q.extra[1]]
	e.set("uniqueness_3", 0)
	e.hint.cells = append(e.hint.cells, c, d)
	e.hint.addSlots(e.board, h, chosen)
	for i := range e.seats[c] {
		if at := e.commonHouse(e.hint.cells, i); at >= 0 {
			e.strikeOutside(at, vs)
		}
	}
	set := e.hint.cells[2:]
	e.hint.houses = append(e.hint.houses, h)
	conclusion := ""
	if e.verbose {
		conclusion = "so " + e.cellName(c) + " and " + e.cellName(d) +
			" act as one cell, which makes a naked set of " + e.digitNames(vs) + " with " + e.cellNames(set) + " in " +
			e.houseName(h)
	}
	for _, corner := range q.rectangle {
		e.addCell(corner)
	}
	return e.endTest(q, conclusion)
}

// eachHiddenRectangle calls done with every hidden rectangle in e.hint until it returns true: a corner is
// down to the two digits, and each neighbour of the one across shares with that a house in which the digit x
// stands nowhere else. If the corner across held the other digit, its neighbours would hold x.
func (e *engine) eachHiddenRectangle(done func() bool) bool {
	return e.eachCorners(func(q *corners) bool {
		for i, c := range q.rectangle {
			across := q.rectangle[(i+2)%4]
			if e.cand[c] != q.pair {
				continue
			}
			for _, x := range [2]uint64{q.pair & -q.pair, q.pair & (q.pair - 1)} {
				v := bits.TrailingZeros64(x)
				h, j := e.onlyIn(v, across, q.rectangle[(i+1)%4]), e.onlyIn(v, across, q.rectangle[(i+3)%4])
				if h < 0 || j < 0 {
					continue
				}
				e.beginTest("hidden_rectangle", q)
				e.hint.houses = append(e.hint.houses, h, j)
				e.hint.strikeAll(e.board, across, q.pair&^x)
				if e.endTest(q, "in "+e.houseNames(e.hint.houses)+", "+e.digitNames(x)+" stands in no other cells") &&
					done() {
					return true
				}
			}
		}
		return false
	})
}
