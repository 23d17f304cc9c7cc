package logic

import (
	"fmt"
)

// Two houses in which a digit has two places each (strong links a-b and c-d), with b and c in one house: the
// digit stands in a or in d. Two parallel lines make a skyscraper, two crossing lines with b and c in one box
// a 2-string kite, any two links a turbot fish.

// link is a house in which digit v has exactly two places.
type link struct{ house, a, b int }

// strongLinks lists the strong links of a digit.
type strongLinks struct{ list []link }

// of returns the strong links of a digit; they hold until it is called again.
func (s *strongLinks) of(p *position, v int) []link {
	s.list = s.list[:0]
	for h := range p.houses {
		m := p.places(h, v)
		if rest := m & (m - 1); rest != 0 && rest&(rest-1) == 0 && p.houses[h].full {
			s.list = append(s.list, link{h, p.cellAt(h, m), p.cellAt(h, rest)})
		}
	}
	return s.list
}

// A shape says which pairs of links, joined by their second cell and third, make a pattern.
type shape func(t *turbot, x, y link, cells [4]int) bool

type turbot struct {
	*position
	name  string
	fits  shape
	links strongLinks
}

func newSkyscraper(p *position) technique {
	return &turbot{position: p, name: "skyscraper", fits: (*turbot).isSkyscraper}
}

func newKite(p *position) technique {
	return &turbot{position: p, name: "two_string_kite", fits: (*turbot).isKite}
}

func newTurbotFish(p *position) technique {
	return &turbot{position: p, name: "turbot_fish", fits: (*turbot).isTurbot}
}

// isSkyscraper wants parallel lines joined by a third; joined at both ends they are an X-wing.
func (t *turbot) isSkyscraper(x, y link, cells [4]int) bool {
	return t.houses[x.house].IsLine() && t.houses[x.house].Kind == t.houses[y.house].Kind &&
		t.shareLine(cells[1], cells[2]) && !t.shareLine(cells[0], cells[3])
}

func (t *turbot) isKite(x, y link, cells [4]int) bool {
	h, i := t.houses[x.house], t.houses[y.house]
	return h.IsLine() && i.IsLine() && h.Kind != i.Kind && t.shareBox(cells[1], cells[2])
}

func (t *turbot) isTurbot(link, link, [4]int) bool { return true }

func (t *turbot) each(done func() bool) bool {
	for v := range t.n {
		links := t.links.of(t.position, v)
		for i, x := range links {
			for _, y := range links[:i] {
				for turn := range 4 {
					a, b, c, d := x.a, x.b, y.a, y.b
					if turn&1 == 1 {
						a, b = b, a
					}
					if turn&2 == 2 {
						c, d = d, c
					}
					if t.arePeers(b, c) && a != d && a != c && b != d && t.fits(t, x, y, [4]int{a, b, c, d}) &&
						t.describe(v, x, y, [4]int{a, b, c, d}) && done() {
						return true
					}
				}
			}
		}
	}
	return false
}

func (t *turbot) describe(v int, x, y link, cells [4]int) bool {
	t.startHint(t.name, 0)
	t.strikeBoth(cells[0], cells[3], v)
	if len(t.hint.strikes) == 0 {
		return false
	}
	t.hint.cells = append(t.hint.cells, cells[:]...)
	t.hint.houses = append(t.hint.houses, x.house, y.house)
	if t.verbose {
		t.hint.text = fmt.Sprintf("%s has two places in %s and two in %s; %s and %s exclude each other, so it "+
			"stands in %s or %s; this removes %s.", t.digitName(v), t.houseName(x.house), t.houseName(y.house),
			t.cellName(cells[1]), t.cellName(cells[2]), t.cellName(cells[0]), t.cellName(cells[3]),
			t.hint.struck(t.frame))
	}
	return true
}
