package logic

import "fmt"

// An empty rectangle is a box whose places for a digit all lie in one row and one column of it. A strong link
// that ends in that row sends the digit, one way or the other, to exclude the cell where the link's far end
// meets the column.

type emptyRectangle struct {
	*position
	links strongLinks
}

func newEmptyRectangle(p *position) technique { return &emptyRectangle{position: p} }

func (t *emptyRectangle) each(done func() bool) bool {
	if !t.square {
		return false
	}
	for v := range t.n {
		links := t.links.of(t.position, v)
		if len(links) == 0 {
			continue
		}
		for h, lines := range t.boxLines {
			for i, r := range lines {
				for _, c := range lines[:i] {
					if t.isEmptyRectangle(h, v, r, c) && (t.rectangleLinks(h, v, r.house, c.house, links, done) ||
						t.rectangleLinks(h, v, c.house, r.house, links, done)) {
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
func (t *emptyRectangle) isEmptyRectangle(h, v int, r, c third) bool {
	m := t.places(h, v)
	return m&^(r.shared|c.shared) == 0 && m&^r.shared != 0 && m&^c.shared != 0 && r.shared&c.shared != 0
}

// rectangleLinks looks for links that cross line1 outside the box, and strikes where their far end meets
// line2.
func (t *emptyRectangle) rectangleLinks(h, v, line1, line2 int, links []link, done func() bool) bool {
	for _, x := range links {
		for turn := range 2 {
			near, far := x.a, x.b
			if turn == 1 {
				near, far = far, near
			}
			if t.slotIn(line1, near) < 0 || t.slotIn(line1, far) >= 0 || t.slotIn(h, near) >= 0 ||
				!t.houses[x.house].IsLine() {
				continue
			}
			if t.describe(h, v, line1, line2, x, near, far) && done() {
				return true
			}
		}
	}
	return false
}

func (t *emptyRectangle) describe(h, v, line1, line2 int, x link, near, far int) bool {
	t.startHint("empty_rectangle", 0)
	for _, p := range t.peers[far] {
		if p := int(p); p != near && t.slotIn(line2, p) >= 0 && t.slotIn(h, p) < 0 {
			t.hint.strikeAll(t.board, p, 1<<uint(v))
		}
	}
	if len(t.hint.strikes) == 0 || t.slotIn(line2, far) >= 0 {
		return false
	}
	t.hint.addSlots(t.board, h, t.places(h, v))
	t.hint.cells = append(t.hint.cells, near, far)
	t.hint.houses = append(t.hint.houses, h, x.house)
	if t.verbose {
		t.hint.text = fmt.Sprintf("In %s, %s stands in %s or %s; in %s it stands in %s or %s; this removes %s.",
			t.houseName(h), t.digitName(v), t.houseName(line1), t.houseName(line2), t.houseName(x.house),
			t.cellName(near),
			t.cellName(far), t.hint.struck(t.frame))
	}
	return true
}
