package pattern

import "github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"

// Two houses in which a digit has two places each (strong links a-b and c-d), with b and c in one house: the
// digit is in a or in d. Two parallel lines make a skyscraper, two crossing lines with b and c in one box
// a 2-string kite, any two links a turbot fish.

// link is a house in which digit v has exactly two places.
type link struct{ house, a, b int }

// turns are the two ways to go along a link.
func (x link) turns() [2][2]int { return [2][2]int{{x.a, x.b}, {x.b, x.a}} }

// strongLinks lists the strong links of a digit.
type strongLinks struct{ list []link }

// of returns the strong links of a digit; they hold until it is called again.
func (s *strongLinks) of(p *board.Position, v int) []link {
	s.list = s.list[:0]
	for h := range p.Houses {
		m := p.Places(h, v)
		if rest := m & (m - 1); rest != 0 && rest&(rest-1) == 0 && p.Houses[h].Full {
			s.list = append(s.list, link{h, p.CellAt(h, m), p.CellAt(h, rest)})
		}
	}
	return s.list
}

// A shape says which pairs of links, joined by their second cell and third, make a pattern.
type shape func(t *turbot, x, y link, cells [4]int) bool

// turbot looks for two strong links of a digit that a weak link joins.
type turbot struct {
	*board.Position
	name  string
	fits  shape
	links strongLinks
}

// Skyscraper makes the technique that finds two strong links in parallel lines with one end of each in a common house.
func Skyscraper(p *board.Position) board.Technique {
	return &turbot{Position: p, name: "skyscraper", fits: (*turbot).isSkyscraper}
}

// Kite makes the technique that finds a strong link in a row and one in a column that meet in a box.
func Kite(p *board.Position) board.Technique {
	return &turbot{Position: p, name: "two_string_kite", fits: (*turbot).isKite}
}

// TurbotFish makes the technique that finds any two strong links of a digit, joined by a weak one. Skyscrapers and
// kites are among them.
func TurbotFish(p *board.Position) board.Technique {
	return &turbot{Position: p, name: "turbot_fish", fits: (*turbot).isTurbot}
}

// isSkyscraper asks for parallel lines joined by a third; joined at both ends they are an X-wing.
func (t *turbot) isSkyscraper(x, y link, cells [4]int) bool {
	return t.Houses[x.house].IsLine() && t.Houses[x.house].Kind == t.Houses[y.house].Kind &&
		t.ShareLine(cells[1], cells[2]) && !t.ShareLine(cells[0], cells[3])
}

// isKite reports whether a row and a column are joined in a box.
func (t *turbot) isKite(x, y link, cells [4]int) bool {
	h, i := t.Houses[x.house], t.Houses[y.house]
	return h.IsLine() && i.IsLine() && h.Kind != i.Kind && t.ShareBox(cells[1], cells[2])
}

// isTurbot takes every pair of links.
func (t *turbot) isTurbot(link, link, [4]int) bool { return true }

// Each finds pairs of links of the wanted shape.
func (t *turbot) Each(done func() bool) bool {
	for v := range t.N {
		links := t.links.of(t.Position, v)
		for i, x := range links {
			for _, y := range links[:i] {
				for turn := range 4 {
					first, second := x.turns()[turn&1], y.turns()[turn>>1]
					a, b, c, d := first[0], first[1], second[0], second[1]
					if t.ArePeers(b, c) && a != d && a != c && b != d && t.fits(t, x, y, [4]int{a, b, c, d}) &&
						t.describe(v, x, y, [4]int{a, b, c, d}) && done() {
						return true
					}
				}
			}
		}
	}
	return false
}

// describe makes the hint of two links.
func (t *turbot) describe(v int, x, y link, cells [4]int) bool {
	t.StartHint(t.name, 0)
	t.StrikeBoth(cells[0], cells[3], v)
	if len(t.Hint.Strikes) == 0 {
		return false
	}
	t.Hint.Cells = append(t.Hint.Cells, cells[:]...)
	t.Hint.Houses = append(t.Hint.Houses, x.house, y.house)
	if t.Verbose {
		t.Strong(board.At(v, cells[0]), board.At(v, cells[1]))
		t.Weak(board.At(v, cells[1]), board.At(v, cells[2]))
		t.Strong(board.At(v, cells[2]), board.At(v, cells[3]))
		t.Say("%d has two places in %h and two in %h; %c and %c exclude each other, so it stands in %c or %c", v,
			x.house, y.house, cells[1], cells[2], cells[0], cells[3])
	}
	return true
}

// An empty rectangle is a box whose places for a digit all lie in one row and one column of it. A strong link that ends
// in that row sends the digit, one way or the other, to exclude the cell where the link's far end meets the column.

// emptyRectangle looks for a box whose places of a digit lie in one row and one column of it.
type emptyRectangle struct {
	*board.Position
	links strongLinks
}

// EmptyRectangle makes the technique that finds a box whose places for a digit lie in one row and one column, and a
// strong link that meets one of them.
func EmptyRectangle(p *board.Position) board.Technique { return &emptyRectangle{Position: p} }

// Each finds a box with a strong link that leads to it.
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

// isEmptyRectangle reports whether all places of v in box h are in two lines that cross in it, not all in one.
func (t *emptyRectangle) isEmptyRectangle(h, v int, r, c board.Third) bool {
	m := t.Places(h, v)
	return m&^(r.Shared|c.Shared) == 0 && m&^r.Shared != 0 && m&^c.Shared != 0 && r.Shared&c.Shared != 0
}

// rectangleLinks looks for links that cross line1 outside the box, and strikes where their far end meets line2.
func (t *emptyRectangle) rectangleLinks(h, v, line1, line2 int, links []link, done func() bool) bool {
	for _, x := range links {
		for _, ends := range x.turns() {
			near, far := ends[0], ends[1]
			if t.SlotIn(line1, near) < 0 || t.SlotIn(line1, far) >= 0 || t.SlotIn(h, near) >= 0 || !t.Houses[x.house].IsLine() {
				continue
			}
			if t.describe(h, v, line1, line2, x, near, far) && done() {
				return true
			}
		}
	}
	return false
}

// describe makes the hint of a box and a link.
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
		t.linkBox(h, v, line1, near, far)
		t.Say("In %h, %d stands in %h or %h; in %h it stands in %c or %c", h, v, line1, line2, x.house, near, far)
	}
	return true
}

// linkBox adds the argument from line2 to the far end: in the box the digit is in line2 or in line1.
func (t *emptyRectangle) linkBox(h, v, line1, near, far int) {
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
