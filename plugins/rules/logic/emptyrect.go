package logic

import "fmt"

// An empty rectangle is a box whose places for a digit all lie in one row and one column of it. A strong link
// that ends in that row sends the digit, one way or the other, to exclude the cell where the link's far end
// meets the column.

// eachEmptyRectangle calls done with every use of an empty rectangle in e.hint until it returns true.
func (e *engine) eachEmptyRectangle(done func() bool) bool {
	if !e.square {
		return false
	}
	for v := range e.n {
		links := e.linksOfDigit(v)
		if len(links) == 0 {
			continue
		}
		for h, lines := range e.boxLines {
			for i, r := range lines {
				for _, c := range lines[:i] {
					if e.isEmptyRectangle(h, v, r, c) && (e.rectangleLinks(h, v, r.house, c.house, links, done) ||
						e.rectangleLinks(h, v, c.house, r.house, links, done)) {
						return true
					}
				}
			}
		}
	}
	return false
}

// isEmptyRectangle reports whether all places of v in box h are in two lines that cross in it, not all in
// one.
func (e *engine) isEmptyRectangle(h, v int, r, c third) bool {
	m := e.places(h, v)
	return m&^(r.shared|c.shared) == 0 && m&^r.shared != 0 && m&^c.shared != 0 && r.shared&c.shared != 0
}

// rectangleLinks looks for links that cross line1 outside the box, and strikes where their far end meets
// line2.
func (e *engine) rectangleLinks(h, v, line1, line2 int, links []link, done func() bool) bool {
	for _, x := range links {
		for turn := range 2 {
			near, far := x.a, x.b
			if turn == 1 {
				near, far = far, near
			}
			if e.slotIn(line1, near) < 0 || e.slotIn(line1, far) >= 0 || e.slotIn(h, near) >= 0 ||
				!e.houses[x.house].IsLine() {
				continue
			}
			if e.hintRectangle(h, v, line1, line2, x, near, far) && done() {
				return true
			}
		}
	}
	return false
}

func (e *engine) hintRectangle(h, v, line1, line2 int, x link, near, far int) bool {
	e.set("empty_rectangle", 0)
	for _, p := range e.peers[far] {
		if p := int(p); p != near && e.slotIn(line2, p) >= 0 && e.slotIn(h, p) < 0 {
			e.hint.strikeAll(e.board, p, 1<<uint(v))
		}
	}
	if len(e.hint.strikes) == 0 || len(e.hint.strikes) > 0 && e.slotIn(line2, far) >= 0 {
		return false
	}
	e.hint.addSlots(e.board, h, e.places(h, v))
	e.hint.cells = append(e.hint.cells, near, far)
	e.hint.houses = append(e.hint.houses, h, x.house)
	if e.verbose {
		e.hint.text = fmt.Sprintf("In %s, %s stands in %s or %s; in %s it stands in %s or %s; this removes %s.",
			e.houseName(h), e.digitName(v), e.houseName(line1), e.houseName(line2), e.houseName(x.house),
			e.cellName(near),
			e.cellName(far), e.hint.struck(e.frame))
	}
	return true
}
