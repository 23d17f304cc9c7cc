package pattern

import "github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"

// Two houses in which a digit has two places each (strong links a-b and c-d), with b and c in one house: the
// digit is in a or in d. Two parallel lines make a skyscraper, two crossing lines with b and c in one box
// a 2-string kite, any two links a turbot fish.

// link is a house in which digit v has exactly two places.
type link struct{ house, a, b int }

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

type turbot struct {
	*board.Position
	name  string
	fits  shape
	links strongLinks
}

// Skyscraper makes skyscrapers.
func Skyscraper(p *board.Position) board.Technique {
	return &turbot{Position: p, name: "skyscraper", fits: (*turbot).isSkyscraper}
}

// Kite makes 2-string kites.
func Kite(p *board.Position) board.Technique {
	return &turbot{Position: p, name: "two_string_kite", fits: (*turbot).isKite}
}

// TurbotFish makes turbot fish.
func TurbotFish(p *board.Position) board.Technique {
	return &turbot{Position: p, name: "turbot_fish", fits: (*turbot).isTurbot}
}

// isSkyscraper asks for parallel lines joined by a third; joined at both ends they are an X-wing.
func (t *turbot) isSkyscraper(x, y link, cells [4]int) bool {
	return t.Houses[x.house].IsLine() && t.Houses[x.house].Kind == t.Houses[y.house].Kind &&
		t.ShareLine(cells[1], cells[2]) && !t.ShareLine(cells[0], cells[3])
}

func (t *turbot) isKite(x, y link, cells [4]int) bool {
	h, i := t.Houses[x.house], t.Houses[y.house]
	return h.IsLine() && i.IsLine() && h.Kind != i.Kind && t.ShareBox(cells[1], cells[2])
}

func (t *turbot) isTurbot(link, link, [4]int) bool { return true }

func (t *turbot) Each(done func() bool) bool {
	for v := range t.N {
		links := t.links.of(t.Position, v)
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
