package pattern

import "github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"

// An empty rectangle is a box whose places for a digit all lie in one row and one column of it. A strong link
// that ends in that row sends the digit, one way or the other, to exclude the cell where the link's far end
// meets the column.

type emptyRectangle struct {
	*board.Position
	links strongLinks
}

// EmptyRectangle makes uses of empty rectangles.
func EmptyRectangle(p *board.Position) board.Technique { return &emptyRectangle{Position: p} }

func (t *emptyRectangle) Each(done func() bool) bool {
	if !t.Square {
		return false
	}
	for v := range t.N {
		links := t.links.of(t.Position, v)
		if len(links) == 0 {
			continue
		}
		for h, lines := range t.BoxLines {
			for i, r := range lines {
				for _, c := range lines[:i] {
					if t.isEmptyRectangle(h, v, r, c) && (t.rectangleLinks(h, v, r.House, c.House, links, done) ||
						t.rectangleLinks(h, v, c.House, r.House, links, done)) {
						return true
					}
				}
			}
		}
	}
	return false
}

// isEmptyRectangle reports whether all places of v in box h are in two lines that cross in it, not
// all in one.
func (t *emptyRectangle) isEmptyRectangle(h, v int, r, c board.Third) bool {
	m := t.Places(h, v)
	return m&^(r.Shared|c.Shared) == 0 && m&^r.Shared != 0 && m&^c.Shared != 0 && r.Shared&c.Shared != 0
}

// rectangleLinks looks for links that cross line1 outside the box, and strikes where their far
// end meets line2.
func (t *emptyRectangle) rectangleLinks(h, v, line1, line2 int, links []link, done func() bool) bool {
	for _, x := range links {
		for turn := range 2 {
			near, far := x.a, x.b
			if turn == 1 {
				near, far = far, near
			}
			if t.SlotIn(line1, near) < 0 || t.SlotIn(line1, far) >= 0 || t.SlotIn(h, near) >= 0 ||
				!t.Houses[x.house].IsLine() {
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
	t.StartHint("empty_rectangle", 0)
	for _, p := range t.Peers[far] {
		if p := int(p); p != near && t.SlotIn(line2, p) >= 0 && t.SlotIn(h, p) < 0 {
			t.Hint.StrikeAll(t.Board, p, 1<<uint(v))
		}
	}
	if len(t.Hint.Strikes) == 0 || t.SlotIn(line2, far) >= 0 {
		return false
	}
	t.Hint.AddSlots(t.Board, h, t.Places(h, v))
	t.Hint.Cells = append(t.Hint.Cells, near, far)
	t.Hint.Houses = append(t.Hint.Houses, h, x.house)
	if t.Verbose {
		t.linkBox(h, v, line1, line2, near, far)
		t.Say("In %h, %d stands in %h or %h; in %h it stands in %c or %c", h, v, line1, line2, x.house, near, far)
	}
	return true
}

// linkBox adds the argument from line2 to the far end: in the box the digit is in line2 or in line1.
func (t *emptyRectangle) linkBox(h, v, line1, line2, near, far int) {
	var first, second []int
	for m := t.Places(h, v); m != 0; m &= m - 1 {
		if c := t.CellAt(h, m); t.SlotIn(line1, c) >= 0 {
			first = append(first, c)
		} else {
			second = append(second, c)
		}
	}
	t.Strong(board.At(v, second...), board.At(v, first...))
	t.Weak(board.At(v, first...), board.At(v, near))
	t.Strong(board.At(v, near), board.At(v, far))
}
